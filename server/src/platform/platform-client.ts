import { createMediaListing, fieldsIn, fieldsOf, requestingFields } from './media-listing.ts'
import { type PlatformDeps, type PlatformSettings, platformParts } from './platform-parts.ts'
import { createPlatformRequests } from './platform-requests.ts'
import {
  flatOrWrapped,
  longTokenSchema,
  type PlatformProfile,
  permissions,
  profileSchema,
  readResponse,
  shortTokenSchema,
} from './platform-schema.ts'

/** Addresses without a trailing slash; each role of the platform has its own. */
const platformHosts = {
  authorize: 'https://www.instagram.com',
  /** Where a code becomes a token. */
  token: 'https://api.instagram.com',
  graph: 'https://graph.instagram.com',
}

/** Returns the hosts of the real platform, or those of an emulated one, which are folders at its address. */
export function platformHostsAt(url: string | undefined): typeof platformHosts {
  if (url === undefined) return platformHosts
  return { authorize: `${url}/www`, token: `${url}/api`, graph: `${url}/graph` }
}

/** The app as the platform knows it. */
export interface PlatformConfig {
  clientId: string
  clientSecret: string
  /** Exactly as registered with the platform, trailing slash included. */
  redirectUri: string
  /** `platformHosts` by default. */
  hosts?: typeof platformHosts
}

/** A token of sixty days. */
interface LongToken {
  token: string
  /** Milliseconds since the epoch. */
  expiresAt: number
}

/** The access that an owner allowed. */
export interface Grant extends LongToken {
  /** The owner's id in the token response and in the platform's callbacks. It may differ from the profile's, the account's id. */
  userId: string
  permissions: string[]
}

export type PlatformClient = ReturnType<typeof createPlatformClient>

interface CallOptions {
  signal?: AbortSignal | undefined
}

const profileFields = fieldsIn('profile', profileSchema)
const coreFields = ['profile.user_id', 'profile.username']

/** Everything rejects with PlatformError, or the reason of an aborted signal. A process has one client, which knows its limits. */
export function createPlatformClient(config: PlatformConfig, deps: PlatformDeps) {
  const { clientId, clientSecret, redirectUri, hosts = platformHosts } = config
  const parts = platformParts(deps)
  const { clock, report, settings } = parts
  const { platformVersion: version, platformComments: comments } = settings
  const onUnknownFields = onceADay(clock, (fields) => report?.('unknownFields', { fields }))
  const { send, pausedUntil, pauses } = createPlatformRequests(parts)
  // Tokens have no version in their path.
  const graph = version === undefined ? hosts.graph : `${hosts.graph}/${version}`
  const scopes = comments ? [permissions.basic, permissions.comments] : [permissions.basic]

  async function longToken(
    operation: string,
    path: string,
    query: Record<string, string> & { access_token: string },
    options: CallOptions,
  ): Promise<LongToken> {
    const requestedAt = clock()
    const request = { operation, url: hosts.graph + path, query, token: query.access_token }
    const json = await send({ ...request, ...options })
    const { access_token, expires_in } = readResponse(longTokenSchema, json, operation)
    return { token: access_token, expiresAt: requestedAt + expires_in * 1000 }
  }

  return {
    /** Returns where to send the owner's browser. The state comes back with the code. */
    authorizeUrl({ state }: { state: string }): string {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: scopes.join(),
        state,
        // Without it the platform connects whichever account this browser is logged in to.
        force_reauth: 'true',
      })
      return `${hosts.authorize}/oauth/authorize?${query}`
    },

    /** Exchanges the code that the browser brought back for a long-lived token. */
    async exchangeCode(code: string, options: CallOptions = {}): Promise<Grant> {
      const operation = 'token for a code'
      const json = await send({
        operation,
        url: `${hosts.token}/oauth/access_token`,
        form: {
          client_id: clientId,
          client_secret: clientSecret,
          grant_type: 'authorization_code',
          redirect_uri: redirectUri,
          // The platform adds this to its redirect; it is not part of the code.
          code: code.replace(/#_$/, ''),
        },
        token: null,
        otherwise: 'invalid-code',
        signal: options.signal,
      })
      const short = readResponse(flatOrWrapped(shortTokenSchema, json), json, operation)
      const query = {
        grant_type: 'ig_exchange_token',
        client_secret: clientSecret,
        access_token: short.access_token,
      }
      const long = await longToken('long-lived token', '/access_token', query, options)
      // Permissions that are not named are those that were requested (RFC 6749, 5.1).
      return { ...long, userId: short.user_id, permissions: short.permissions ?? scopes }
    },

    /** Renews a token that is at least a day old, for another sixty days. The new token may be the same. */
    async refreshToken(token: string, options: CallOptions = {}): Promise<LongToken> {
      const query = { grant_type: 'ig_refresh_token', access_token: token }
      return longToken('refreshed token', '/refresh_access_token', query, options)
    },

    /** Its `user_id` identifies the account. */
    async profile(token: string, { signal }: CallOptions = {}): Promise<PlatformProfile> {
      const operation = 'profile'
      const request = requestingFields(profileFields, coreFields, onUnknownFields)
      const json = await request((fields) => {
        const query = { fields: fieldsOf('profile', fields).join(), access_token: token }
        return send({ operation, url: `${graph}/me`, query, token, signal })
      })
      return readResponse(flatOrWrapped(profileSchema, json), json, operation)
    },

    /** Returns all posts from the newest to the oldest, at most 10,000. */
    mediaPages: createMediaListing({ send, graph, comments, onUnknownFields }),

    /** Returns when the app may send requests again, in milliseconds since the epoch; null if it may now. */
    pausedUntil,
    pauses,
  }
}

/** Calls a function only with texts that it was not called with for a day. */
function onceADay(clock: () => number, call: (texts: string[]) => void) {
  const times = new Map<string, number>()
  return (texts: string[]) => {
    const isRecent = (text: string) =>
      Math.abs(clock() - (times.get(text) ?? Number.NEGATIVE_INFINITY)) < 86_400_000
    const others = texts.filter((text) => !isRecent(text))
    for (const text of others) times.set(text, clock())
    if (others.length > 0) call(others)
  }
}

/** Ends with a slash because the platform's form may add one, and then rejects an address without. */
export const callbackPath = '/connect/callback/'

/** A client of the platform as it is set up; null when no app is. */
export function configuredPlatform(
  settings: PlatformSettings,
  baseUrl: string,
  report?: PlatformDeps['report'],
): PlatformClient | null {
  const { platformClientId: clientId, platformClientSecret: clientSecret } = settings
  if (clientId === undefined || clientSecret === undefined) return null
  const hosts = platformHostsAt(settings.platformUrl)
  const redirectUri = `${baseUrl}${callbackPath}`
  const deps = { settings, ...(report && { report }) }
  return createPlatformClient({ clientId, clientSecret, redirectUri, hosts }, deps)
}

import { z } from 'zod'
import { readAnswer } from './platform-reading.ts'
import type { SendToPlatform } from './platform-requests.ts'
import { id, isWrapped, object, wrapped } from './platform-schema.ts'

/** Addresses without a trailing slash; each role of the platform has its own. */
export interface PlatformHosts {
  /** Where the owner's browser is sent. */
  authorize: string
  /** Where a code becomes a token. */
  token: string
  /** Everything else. */
  graph: string
}

export const platformHosts: PlatformHosts = {
  authorize: 'https://www.instagram.com',
  token: 'https://api.instagram.com',
  graph: 'https://graph.instagram.com',
}

/** The permissions that the client knows what to do with. */
export const permissions = {
  /** Profile, posts, albums. */
  basic: 'instagram_business_basic',
  /** The texts of comments. */
  comments: 'instagram_business_manage_comments',
} as const

/** The app as the platform knows it. */
export interface PlatformConfig {
  clientId: string
  clientSecret: string
  /** Exactly as registered with the platform, trailing slash included. */
  redirectUri: string
  /** Asked of the owner; every known permission by default. */
  scopes?: readonly string[]
  /** The platform's own by default. */
  hosts?: PlatformHosts
}

/** A token of sixty days. */
export interface LongToken {
  token: string
  /** Milliseconds since the epoch. */
  expiresAt: number
}

/** What the owner gave this app. */
export interface Grant extends LongToken {
  /**
   * The owner as the token endpoint names them. It may be another id than the profile's, which is the one that
   * accounts go by; keep it, since the platform's callbacks may use it.
   */
  userId: string
  permissions: string[]
}

interface TokenParts {
  config: Required<PlatformConfig>
  send: SendToPlatform
  clock: () => number
}

interface Options {
  signal?: AbortSignal | undefined
}

/** Everything about getting, keeping and asking for tokens. */
export function createPlatformTokens({ config, send, clock }: TokenParts) {
  const { clientId, clientSecret, redirectUri, scopes, hosts } = config

  async function longToken(
    asked: string,
    path: string,
    query: Record<string, string> & { access_token: string },
    { signal }: Options,
  ): Promise<LongToken> {
    const askedAt = clock()
    const token = query.access_token
    const json = await send({ asked, url: hosts.graph + path, query, token, signal })
    const answer = readAnswer(longTokenSchema, json, asked)
    return { token: answer.access_token, expiresAt: askedAt + answer.expires_in * 1000 }
  }

  return {
    authorizeUrl({ state }: { state: string }): string {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: scopes.join(','),
        state,
      })
      return `${hosts.authorize}/oauth/authorize?${query}`
    },

    async exchangeCode(code: string, options: Options = {}): Promise<Grant> {
      const asked = 'token for a code'
      const json = await send({
        asked,
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
        otherwise: 'refused-code',
        // A code is good for one use (RFC 6749, 4.1.2), and a lost response may have been that use.
        isRepeatable: false,
        signal: options.signal,
      })
      const short = readAnswer(shortTokenSchema(json), json, asked)
      const query = {
        grant_type: 'ig_exchange_token',
        client_secret: clientSecret,
        access_token: short.access_token,
      }
      const long = await longToken('long-lived token', '/access_token', query, options)
      // Permissions that are not named are those that were requested (RFC 6749, 5.1).
      const permissions = short.permissions ?? [...scopes]
      return { ...long, userId: short.user_id, permissions }
    },

    /** Works for tokens that are at least a day old and have not expired. */
    async refreshToken(token: string, options: Options = {}): Promise<LongToken> {
      const query = { grant_type: 'ig_refresh_token', access_token: token }
      return longToken('refreshed token', '/refresh_access_token', query, options)
    },
  }
}

export type PlatformTokens = ReturnType<typeof createPlatformTokens>

const token = z.string({ error: 'a token' }).regex(/^[\x21-\x7e]{1,4096}$/, { error: 'a token' })

const permissionList = z
  .union([z.string().transform((text) => text.split(/[\s,]+/)), z.array(z.string())], {
    error: 'a list of permissions',
  })
  .transform((names) => names.filter((name) => name !== ''))
  .nullable()
  .default(null)

const shortToken = object({ access_token: token, user_id: id, permissions: permissionList })

export type ShortToken = z.infer<typeof shortToken>

export const longTokenSchema = object({
  access_token: token,
  expires_in: z.int({ error: 'a number of seconds' }).positive({ error: 'a number of seconds' }),
})

/** The documentation shows the response as the only item of `data`; others report it flat. */
export function shortTokenSchema(json: unknown): z.ZodType<ShortToken> {
  return isWrapped(json) ? wrapped(shortToken).transform(({ data }) => data[0]) : shortToken
}

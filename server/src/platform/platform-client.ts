import { setTimeout } from 'node:timers/promises'
import { UserError } from '@photofeed/core/node'
import { type ListingOptions, listMedia, type MediaPage } from './media-listing.ts'
import { readAnswer } from './platform-reading.ts'
import { createPlatformRequests, type PlatformDeps } from './platform-requests.ts'
import { isWrapped, type PlatformProfile, profileSchema, wrapped } from './platform-schema.ts'
import {
  createPlatformTokens,
  type Grant,
  type LongToken,
  type PlatformConfig,
  permissions,
  platformHosts,
} from './platform-tokens.ts'

/**
 * The photo platform. Everything rejects with PlatformError, or with the signal's reason once that aborts.
 * A client remembers how much of its limits is used up, so a process has one.
 */
export interface PlatformClient {
  /** Where to send the owner's browser. The state comes back with the code. */
  authorizeUrl(request: { state: string }): string
  /** Turns the code that the browser brought back into a long-lived token. */
  exchangeCode(code: string, options?: CallOptions): Promise<Grant>
  /** Renews a token for another sixty days. Store the token of the response; it may be the same. */
  refreshToken(token: string, options?: CallOptions): Promise<LongToken>
  /** Its `user_id` is what an account is known by. */
  profile(token: string, options?: CallOptions): Promise<PlatformProfile>
  /** All posts from the newest to the oldest, at most 10,000. */
  mediaPages(token: string, options: ListingOptions): AsyncIterable<MediaPage>
  /**
   * Returns when the app may send requests again, in milliseconds since the epoch; null if it may now. Routine requests
   * pause earlier, so that owners who wait are served for longer.
   */
  pausedUntil(queue: 'urgent' | 'routine'): number | null
}

export interface CallOptions {
  signal?: AbortSignal | undefined
}

const profileFields =
  'user_id,username,name,biography,website,profile_picture_url,followers_count,follows_count,media_count'

export function createPlatformClient(settings: PlatformConfig, deps: PlatformDeps): PlatformClient {
  const config = { scopes: Object.values(permissions), hosts: platformHosts, ...settings }
  const { graph } = config.hosts
  const { send, pausedUntil } = createPlatformRequests(deps)
  const { authorizeUrl, exchangeCode, refreshToken } = createPlatformTokens({
    config,
    send,
    clock: deps.clock,
  })

  return {
    authorizeUrl,
    exchangeCode,
    refreshToken,
    async profile(token, { signal } = {}) {
      const asked = 'profile'
      const query = { fields: profileFields, access_token: token }
      const json = await send({ asked, url: `${graph}/me`, query, token, signal })
      return isWrapped(json)
        ? readAnswer(wrapped(profileSchema), json, asked).data[0]
        : readAnswer(profileSchema, json, asked)
    },
    mediaPages: (token, options) => listMedia(send, graph, token, options),
    pausedUntil,
  }
}

/** The settings about the platform, by their names in service-options.ts. */
export interface PlatformSettings {
  platformClientId?: string | undefined
  platformClientSecret?: string | undefined
  platformAuthorizeUrl: string
  platformTokenUrl: string
  platformGraphUrl: string
}

/** Where the platform sends owners back to, below the service's address; registered with the platform as it is. */
export const callbackPath = '/connect/callback'

/** A client of the platform as it is set up; null when no app is. */
export function configuredPlatform(
  settings: PlatformSettings,
  baseUrl: string,
): PlatformClient | null {
  const { platformClientId: clientId, platformClientSecret: clientSecret } = settings
  if (clientId === undefined && clientSecret === undefined) return null
  if (clientId === undefined || clientSecret === undefined) {
    throw new UserError(
      'An app on the photo platform has an id and a secret: set both PHOTOFEED_PLATFORM_CLIENT_ID and PHOTOFEED_PLATFORM_CLIENT_SECRET.',
    )
  }
  return createPlatformClient(
    {
      ...{ clientId, clientSecret, redirectUri: `${baseUrl}${callbackPath}` },
      hosts: {
        authorize: settings.platformAuthorizeUrl,
        token: settings.platformTokenUrl,
        graph: settings.platformGraphUrl,
      },
    },
    {
      fetch,
      clock: Date.now,
      random: Math.random,
      sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
    },
  )
}

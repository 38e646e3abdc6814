import { setTimeout } from 'node:timers/promises'
import { UserError } from '@photofeed/core/node'
import { createPlatformClient, type PlatformClient } from './platform-client.ts'

/** The settings about the platform, by their names in config.ts. */
export interface PlatformSettings {
  platformClientId?: string | undefined
  platformClientSecret?: string | undefined
  platformAuthoriseUrl: string
  platformTokenUrl: string
  platformGraphUrl: string
}

/** Where the platform sends owners back to, below the service's address; registered with the platform as it stands. */
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
        authorise: settings.platformAuthoriseUrl,
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

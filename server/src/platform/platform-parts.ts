import type { Report } from '../log.ts'

/** The settings about the platform that have defaults, by their names in settings.ts. */
export const platformDefaults = {
  platformComments: false,
}

export type PlatformSettings = typeof platformDefaults & {
  platformClientId?: string | undefined
  platformClientSecret?: string | undefined
  platformUrl?: string | undefined
  platformVersion?: string | undefined
}

export interface PlatformDeps {
  /** `platformDefaults` by default. */
  settings?: PlatformSettings
  fetch?: typeof globalThis.fetch
  /** Milliseconds since the epoch. */
  clock?: () => number
  /** For the head of a response, and for each part of its body; 20 seconds by default. */
  partMs?: number
  report?: Report
}

/** What the parts of a client share. */
export type PlatformParts = ReturnType<typeof platformParts>

export function platformParts(deps: PlatformDeps) {
  const settings: PlatformSettings = platformDefaults
  return { settings, fetch, clock: Date.now, partMs: 20_000, ...deps }
}

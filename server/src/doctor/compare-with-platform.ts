import { setTimeout } from 'node:timers/promises'
import { rejectionOf } from '@photofeed/core/node'
import type { Settings } from '../config.ts'
import { checkPlatform, type PlatformFinding } from '../platform/platform-check.ts'
import { type DownloadSettings, downloadRules } from '../refresh/download-rules.ts'

type PlatformCheckSettings = DownloadSettings &
  Pick<Settings, 'platformGraphUrl' | 'platformVersion'>

/** Compares the platform with what the server expects, by the account of a token. */
export function compareWithPlatform(
  settings: PlatformCheckSettings,
  token: string,
): Promise<PlatformFinding[]> {
  const rules = downloadRules(settings)
  return checkPlatform({
    ...{ token, graph: settings.platformGraphUrl, version: settings.platformVersion },
    rejectionOf: (url) => rejectionOf(url, rules),
    ...{ fetch, clock: Date.now, random: Math.random },
    sleep: (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
  })
}

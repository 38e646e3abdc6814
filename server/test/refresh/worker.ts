// A process that does nothing but the work behind the API, to be killed at any moment. Its clock may be ahead.
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { openDatabase } from '../../src/db/database.ts'
import { downloadRules, platformRules } from '../../src/import/download-rules.ts'
import { createGuardedFetch } from '../../src/import/guarded-fetch.ts'
import { createFolderFiles } from '../../src/media/folder-files.ts'
import { createMediaStore } from '../../src/media/media-store.ts'
import { createPlatformClient } from '../../src/platform/platform-client.ts'
import type { PlatformConfig } from '../../src/platform/platform-config.ts'
import { createWork } from '../../src/work.ts'

export interface WorkerSettings {
  at: string
  secret: string
  media: string
  platform: PlatformConfig
  /** Where media come from. */
  origin: string
  aheadMs: number
}

process.stdout.write('ready\n')
const { at, secret, media, platform, origin, aheadMs }: WorkerSettings = JSON.parse(
  await nextLine(),
)
const clock = () => Date.now() + aheadMs
const database = await openDatabase({ at, secret, clock, databaseClock: clock })
const sleep = (milliseconds: number, signal?: AbortSignal) =>
  setTimeout(Math.min(milliseconds, 20_000), undefined, { signal }).catch(() => {})
createWork({
  database,
  media: createMediaStore(createFolderFiles(media), clock),
  platform: createPlatformClient(platform, { fetch, clock, random: Math.random, sleep }),
  download: createGuardedFetch(downloadRules(platformRules, { mediaOrigins: [origin] })),
  purge: null,
  tellOwner: async () => {},
  onError: (error) => process.stderr.write(`${error}\n`),
  clock,
}).start()
process.stdout.write('working\n')

async function nextLine(): Promise<string> {
  const [line] = await once(createInterface(process.stdin), 'line')
  return line
}

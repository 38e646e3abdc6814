// A process that does the work behind the API and what owners request, to be killed at any moment. Its clock may be ahead.

import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import { createGuardedFetch } from '@photofeed/core/node'
import type { Grant } from '../../src/connections/lifecycle.ts'
import type { FileStore } from '../../src/media/file-store.ts'
import { createFolderFiles } from '../../src/media/folder-files.ts'
import { createMediaStore } from '../../src/media/media-store.ts'
import type { S3Settings } from '../../src/media/s3-files.ts'
import { downloadRules } from '../../src/platform/download-rules.ts'
import { createPlatformClient, type PlatformConfig } from '../../src/platform/platform-client.ts'
import { platformDefaults } from '../../src/platform/platform-parts.ts'
import { createWork } from '../../src/start/background-work.ts'
import { openDatabase } from '../../src/stores/database.ts'

/** A folder, or a bucket. */
export type MediaPlace = string | S3Settings

export interface WorkerSettings {
  at: string
  secret: string
  media: MediaPlace
  platform: PlatformConfig
  /** Where media come from. */
  origin: string
  aheadMs: number
}

/** What an owner requests of the process. */
export type OwnerRequest =
  | { kind: 'connect'; owner: string; grant: Grant }
  | { kind: 'reconnect'; owner: string; accountId: number; grant: Grant }
  | { kind: 'disconnect' | 'regenerate'; accountId: number }

export async function openFiles(media: MediaPlace): Promise<FileStore> {
  if (typeof media === 'string') return createFolderFiles(media)
  const { createS3Files } = await import('../../src/media/s3-files.ts')
  return createS3Files(media)
}

if (import.meta.main) await run()

async function run(): Promise<void> {
  // The next processes start faster. One that is killed would write no cache.
  flushCompileCache()
  process.stdout.write('ready\n')
  const lines = createInterface(process.stdin)
  const [line] = await once(lines, 'line')
  const { at, secret, media, platform, origin, aheadMs }: WorkerSettings = JSON.parse(line)
  const clock = () => Date.now() + aheadMs
  const database = await openDatabase({ at, secret, clock, databaseClock: clock })
  const { connections, keys } = database
  const onError = (error: unknown) => void process.stderr.write(`${error}\n`)
  createWork({
    database,
    media: createMediaStore(await openFiles(media), database.files, clock),
    platform: createPlatformClient(platform, {
      settings: { ...platformDefaults, platformComments: true },
      clock,
    }),
    download: createGuardedFetch(downloadRules({ mediaOrigins: [origin] })),
    purge: null,
    concurrency: 4,
    sendMail: async () => 'delivered',
    report() {},
    onError,
    clock,
  }).start()

  async function serve(request: OwnerRequest): Promise<unknown> {
    if (request.kind === 'connect') return connections.connect(request.owner, request.grant)
    const { accountId } = request
    if (request.kind === 'reconnect') {
      return connections.reconnect(request.owner, accountId, request.grant)
    }
    return request.kind === 'disconnect'
      ? connections.apply(accountId, 'disconnected')
      : keys.issue(accountId)
  }
  lines.on('line', (text) => {
    serve(JSON.parse(text)).catch(onError)
  })
  process.stdout.write('working\n')
}

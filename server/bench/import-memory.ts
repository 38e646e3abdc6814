// Imports large videos of several accounts at once from the emulator, in a process of its own, and prints its peak memory.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ScenarioName } from '@photofeed/core/scenarios'
import { startEmulator } from '../emulator/emulator.ts'
import { createPlatformClient } from '../src/platform/platform-client.ts'
import { mapProfile } from '../src/refresh/mapping.ts'
import { openDatabase } from '../src/stores/database.ts'
import { app, connect } from '../test/platform/platform-world.ts'
import type { WorkerSettings } from '../test/refresh/worker.ts'
import { addOwner } from '../test/support/databases.ts'
import { queuedJobs } from '../test/support/queues.ts'

const scenarios: ScenarioName[] = ['page-boundary', 'withheld-video', 'null-profile', 'empty']
const videosEach = 6
const videoBytes = 90 * 1024 * 1024
const secret = 'a secret for a benchmark'

const folder = await mkdtemp(join(tmpdir(), 'photofeed-import-'))
try {
  const emulator = await startEmulator({
    accounts: scenarios,
    pictures: pathToFileURL(`${folder}/`),
  })
  const users = emulator.users.list()
  emulator.register({ ...app, redirectUris: [app.redirectUri] })
  const platform = { ...app, hosts: emulator.hosts }
  const client = createPlatformClient(platform, {
    ...{ fetch, clock: Date.now, random: Math.random, sleep: setTimeout },
  })
  const at = join(folder, 'feed.sqlite')
  const database = await openDatabase({ at, secret })
  let number = 0
  for (const { userId, profile, posts } of users) {
    posts.length = 0
    profile.picture = null
    for (let count = 0; count < videosEach; count += 1) {
      number += 1
      await writeVideo(join(folder, `v${number}.mp4`), number)
      const media = { file: null, platformUrl: `/v/v${number}.mp4` }
      Object.assign(emulator.users.addPost(userId), { mediaType: 'VIDEO', media })
    }
    await addOwner(database, userId, 'premium')
    const grant = await connect({ client, emulator }, profile.username)
    const mapped = mapProfile(await client.profile(grant.token))
    await database.connections.connect(userId, {
      ...{ ...mapped, token: grant.token, permissions: grant.permissions },
      ...{ tokenExpiresAt: grant.expiresAt, platformOwnerId: userId },
    })
  }

  const settings: WorkerSettings = {
    ...{ at, secret, media: join(folder, 'media'), platform, origin: emulator.url, aheadMs: 0 },
  }
  const worker = spawn(
    process.execPath,
    [fileURLToPath(new URL('../test/refresh/worker.ts', import.meta.url))],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  await once(createInterface(worker.stdout), 'line')
  const startedAt = performance.now()
  worker.stdin.write(`${JSON.stringify(settings)}\n`)
  const before = await peakMegabytes(worker.pid)
  while ((await queuedJobs(database)).some(({ runAt }) => runAt <= Date.now())) {
    await setTimeout(100)
  }
  const seconds = (performance.now() - startedAt) / 1000
  const peak = await peakMegabytes(worker.pid)
  worker.kill()
  const megabytes = (number * videoBytes) / 1024 / 1024
  const stored = await database.tables.db.selectFrom('post').select('doc').execute()
  const copies = stored.filter(({ doc }) => JSON.parse(doc).media.file !== null).length
  console.log(`videos imported                  ${copies} of ${number}, ${megabytes} MB`)
  console.log(`time                             ${seconds.toFixed(1)} s`)
  console.log(
    `peak resident memory             ${peak.toFixed(0)} MB (${before.toFixed(0)} before)`,
  )
  if (copies !== number || peak > 300) process.exitCode = 1
  await database.close()
  await emulator.close()
} finally {
  await rm(folder, { recursive: true, force: true })
}

/** A file that is an mp4 by its boxes; each number makes another content. */
async function writeVideo(path: string, number: number): Promise<void> {
  await using file = await open(path, 'w')
  const box = (type: string, size: number, content: string) => {
    const bytes = Buffer.alloc(8 + content.length)
    bytes.writeUInt32BE(size, 0)
    bytes.write(`${type}${content}`, 4, 'latin1')
    return bytes
  }
  const start = Buffer.concat([
    box('ftyp', 16, 'isom\0\0\0\0'),
    box('moov', 8, ''),
    box('mdat', videoBytes - 24, `${number}`),
  ])
  await file.write(start)
  await file.truncate(videoBytes)
}

async function peakMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
}

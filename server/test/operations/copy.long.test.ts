import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { launch } from '../../../test-support/processes.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { copiedTables, digestOf } from '../../src/stores/copy-to-postgres.ts'
import { bin, start } from '../support/commands.ts'
import { readTables } from '../support/databases.ts'
import { populate } from '../support/population.ts'
import { sharedPostgres } from '../support/postgres.ts'
import {
  folderFiles,
  keysIn,
  s3Files,
  s3Server,
  testBucket,
  testCredentials,
} from '../support/s3.ts'

const owners = 500
const postsOfEach = 60

/** Runs a copy, and kills it again and again: each run has a quarter longer, so that the kills are spread over all of it. */
async function copyUnderKills(...args: string[]) {
  const begun = performance.now()
  let memoryKb = 0
  for (let kills = 0; ; kills += 1) {
    const program = launch(process.execPath, [bin, 'copy', ...args])
    onTestFinished(() => program.stop('SIGKILL'))
    const timer = new AbortController()
    const killing = setTimeout(600 * 1.25 ** kills, null, { signal: timer.signal })
      .then(() => program.kill('SIGKILL'))
      .catch(() => {})
    const measuring = measureMemory(program.pid, (kb) => {
      memoryKb = Math.max(memoryKb, kb)
    })
    const { code, stdout, stderr } = await program.ended
    timer.abort()
    await killing
    clearInterval(measuring)
    if (code === null) continue
    expect(stderr).toBe('')
    const seconds = (performance.now() - begun) / 1000
    return { code, stdout, kills, seconds, megabytes: memoryKb / 1024 }
  }
}

/** Reports the highest memory of a process so far. */
function measureMemory(pid: number, report: (kb: number) => void) {
  return setInterval(async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    report(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0))
  }, 50)
}

async function contentOf(at: string) {
  return await readTables(at, async (db) => {
    const found: Record<string, string> = {}
    for (const table of copiedTables) {
      const { rows, sum } = await digestOf(db, table)
      found[table] = `${rows} ${sum}`
    }
    return found
  })
}

/** Returns how many of the keys a server accepts. */
async function accepted(keys: readonly string[], ...args: string[]): Promise<number> {
  const server = await start('--role', 'api', ...args)
  let count = 0
  for (const key of keys) {
    const response = await fetch(`${server.url}/api/v1/me?api_key=${key}`)
    const { posts } = (await response.json()) as { posts?: unknown[] }
    if (response.status === 200 && posts && posts.length > 0) count += 1
  }
  await server.stop()
  return count
}

test('1,000 accounts move to PostgreSQL and a bucket, although the copy is killed again and again', {
  timeout: 900_000,
}, async () => {
  const data = join(await tempFolder(), 'data')
  const keys = await populate(owners, [data, undefined], postsOfEach)
  const file = join(data, 'photofeed.sqlite')
  const before = await contentOf(file)
  const s3 = await s3Server()
  const env = {
    AWS_ACCESS_KEY_ID: testCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: testCredentials.secretAccessKey,
  }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const bucket = [`s3://${testBucket}`, '--s3-endpoint', s3.endpoint, '--s3-path-style']
  const database = await (await sharedPostgres()).create()

  const copy = await copyUnderKills('--data', data, '--to', database, '--media', ...bucket)
  expect(copy.code).toBe(0)
  expect(await contentOf(database)).toEqual(before)
  expect(await contentOf(file)).toEqual(before)
  const secret = await readFile(join(data, 'secret'), 'utf8')
  const there = ['--database', database, '--secret', secret, '--media', ...bucket]
  const files = await keysIn(folderFiles(join(data, 'media')))
  expect(await keysIn(s3Files(s3))).toEqual(files)
  expect(await accepted(keys, '--data', await tempFolder(), ...there)).toBe(keys.length)
  const { kills, seconds, megabytes } = copy
  expect(kills).toBeGreaterThan(2)
  console.log(
    `${keys.length} accounts, ${before?.post?.split(' ')[0]} posts, ${files.length} files; ${kills} kills, ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`,
  )
})

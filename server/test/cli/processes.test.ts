import { execFileSync } from 'node:child_process'
import { copyFile, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startProgram } from '../../../test-support/processes.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { bin, command, commandProcess, start, startProcess } from '../support/commands.ts'
import { dueAccount } from '../support/due-account.ts'
import { keys } from '../support/feeds.ts'

interface Ready {
  url: string
  adminUrl: string
}

/** Returns the resized pictures of a data folder, by their names without the id of the picture. */
async function resizedPictures(data: string): Promise<string[]> {
  const files = await readdir(join(data, 'media'), { recursive: true })
  return files.flatMap((file) => /\.(\d+\.\w+)$/.exec(file)?.[1] ?? []).sort()
}

test('a server of the role api serves and refreshes nothing; a worker refreshes and does not listen', async () => {
  const { data, args, status } = await dueAccount()
  const api = await start(...args, '--role', 'api')
  expect(await status(api.url)).toBe('importing')
  const worker = await startProcess<Partial<Ready>>(
    ...[...args, '--role', 'worker', '--concurrency', '2', '--base-url', 'https://feed.example'],
    ...['--resize-new-pictures', 'jpg'],
  )
  onTestFinished(async () => void (await worker.stop('SIGKILL')))
  expect(worker.ready).toEqual({ adminUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) })
  await expect.poll(() => status(api.url)).toBe('ready')
  const ready = await fetch(`${worker.ready.adminUrl}/readyz`)
  expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready' }])
  // Its posts show 14 pictures.
  const everyWidth = ['1200.jpg', '320.jpg', '768.jpg', '960.jpg'].flatMap((name) =>
    Array<string>(14).fill(name),
  )
  await expect.poll(() => resizedPictures(data)).toEqual(everyWidth)
  expect(await worker.stop()).toBe(0)
  const lines = worker.stderr().trim().split('\n')
  expect(lines.every((line) => line.startsWith('{"level":30,'))).toBe(true)
  expect(lines.every((line) => line.includes('"role":"worker","process":"main"'))).toBe(true)
})

test('several processes serve one port, one refreshes, and a dead one is replaced', async () => {
  const { data, args, status } = await dueAccount()
  const server = await startProcess<Ready>(...args, '--workers', '2')
  onTestFinished(async () => void (await server.stop('SIGKILL')))
  const { url, adminUrl } = server.ready
  await expect.poll(() => status(url)).toBe('ready')
  expect(await resizedPictures(data)).toEqual([])

  const metrics = async () => (await fetch(`${adminUrl}/metrics`)).text()
  const memory = /^photofeed_process_resident_memory_bytes\{process="(.+)"\}/gm
  const processes = async () => [...(await metrics()).matchAll(memory)].map(([, name]) => name)
  expect((await processes()).sort()).toEqual(['api-1', 'api-2', 'jobs'])
  for (let count = 0; count < 20; count += 1) {
    await fetch(`${url}/api/v1/me?api_key=${keys.premium}`, { headers: { Connection: 'close' } })
  }
  const text = await metrics()
  const served = [
    ...text.matchAll(
      /^photofeed_http_requests_total\{method="GET",route="\/api\/v1\/me",status="200",process="(.+?)"\} (\d+)$/gm,
    ),
  ]
  expect(served.map(([, name]) => name).sort()).toEqual(['api-1', 'api-2'])
  expect(text.match(/^# TYPE photofeed_http_requests_total /gm)).toHaveLength(1)
  expect(text.match(/^photofeed_database_up.*/gm)).toEqual(['photofeed_database_up 1'])

  // A terminal that closes sends SIGHUP to every process, and each stops by itself.
  process.kill(childrenOf(server.pid)[0] ?? 0, 'SIGHUP')
  await expect.poll(server.stderr).toContain('"code":0,"signal":null')
  await expect.poll(async () => (await processes()).length).toBe(3)

  const children = childrenOf(server.pid)
  expect(children).toHaveLength(3)
  for (const pid of children) process.kill(pid, 'SIGKILL')
  await vi.waitUntil(async () => (await fetch(`${adminUrl}/readyz`)).status === 503)
  await vi.waitUntil(async () => (await fetch(`${adminUrl}/readyz`)).status === 200, {
    timeout: 60_000,
  })
  expect(await status(url)).toBe('ready')
  expect(server.stderr()).toContain('The process api-1 ended. It starts again in 1 s.')

  const last = childrenOf(server.pid)
  expect(await server.stop('SIGHUP')).toBe(0)
  expect(last.filter(isAlive)).toEqual([])
})

test('a process that cannot be started is tried again, and the others go on', async () => {
  const data = join(await tempFolder(), 'data')
  const node = join(await tempFolder(), 'node')
  await copyFile(process.execPath, node)
  const args = ['start', '--json', '--port', '0', '--data', data, '--admin-port', '0']
  const server = await startProgram<Ready>(node, [bin, ...args, '--workers', '2'])
  onTestFinished(async () => void (await server.stop('SIGKILL')))
  const { url } = server.ready
  await vi.waitUntil(() => childrenOf(server.pid).length === 3, { timeout: 60_000 })

  await rename(node, `${node}-gone`)
  const [first = 0] = childrenOf(server.pid)
  process.kill(first, 'SIGKILL')
  await vi.waitUntil(() => server.stderr().includes('ENOENT'), { timeout: 60_000 })
  expect((await fetch(`${url}/api/v1/me`)).status).toBe(401)
  await rename(`${node}-gone`, node)
  await vi.waitUntil(() => childrenOf(server.pid).length === 3, { timeout: 60_000 })
  expect(await server.stop()).toBe(0)
})

test.each<[name: string, args: string[], sentence: string]>([
  [
    'a worker without an address',
    ['--role', 'worker'],
    'A worker needs the address that clients use, because mails to owners contain it. Set PHOTOFEED_BASE_URL.\n',
  ],
  [
    'several processes of a worker',
    ['--role', 'worker', '--workers', '2'],
    'A worker does not serve the API, so it has one process. Leave PHOTOFEED_WORKERS out, or set PHOTOFEED_ROLE to all or api.\n',
  ],
  [
    'no number of processes',
    ['--workers', 'many'],
    "Option '--workers <number>' argument 'many' is invalid. It must be a whole number from 1 to 999, or auto.\n",
  ],
  [
    'too many refreshes',
    ['--concurrency', '1001'],
    "Option '--concurrency <number>' argument '1001' is invalid. It must be a whole number from 1 to 1000.\n",
  ],
])('%s is rejected with one sentence', async (_, args, sentence) => {
  const data = join(await tempFolder(), 'data')
  expect(await command('start', '--port', '0', '--data', data, ...args)).toEqual({
    ...{ code: 1, stdout: '', stderr: sentence },
  })
})

test('a port that is in use ends all processes with one sentence', async () => {
  const data = join(await tempFolder(), 'data')
  const other = await start('--data', join(await tempFolder(), 'other'))
  const { port } = new URL(other.url)
  const { code, stderr } = await commandProcess(
    ...['start', '--port', port, '--data', data, '--workers', '2'],
  )
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `Port ${port} on 127.0.0.1 is in use. Choose another with --port, or 0 for a free one.\nA process of the server ended before it was ready. See its error above.\n`,
  })
})

function childrenOf(pid: number): number[] {
  const text = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return text.trim().split(/\s+/).map(Number)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

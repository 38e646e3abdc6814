import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MockServer, startMockServer } from '../../mock-server/src/node.ts'

const script = fileURLToPath(new URL('main.ts', import.meta.url))
let mock: MockServer
beforeAll(async () => {
  mock = await startMockServer({ print: () => {} })
})
afterAll(() => mock?.close())

function run(environment: Record<string, string>) {
  const env = { ...process.env, ...environment }
  return new Promise<{ failed: boolean; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [script], { env }, (error, stdout, stderr) => {
      resolve({ failed: error?.code === 1, stdout, stderr })
    })
  })
}

const reportOf = (scenario: string) =>
  run({ PHOTOFEED_URL: mock.url, PHOTOFEED_KEY: mock.key(scenario) })

test('without settings reports on the published account of a mock of its own', async () => {
  expect(await run({ PHOTOFEED_URL: '' })).toEqual({
    failed: false,
    stderr: '',
    stdout: `Harbour & Hearth @harbour.and.hearth
The connection is ready.

Newest posts, over REST
  2026-11-18  photo  Nobody said a word until the sun was up. Salt in the coffee…
  2026-11-16  album  Eight stops along the coast 🌊⛵️ 1. The quay 2. The lighthous…
  2026-11-12  video  Counting rings, losing count, starting again. The dog found…
  2026-11-10  photo  Three kinds of apples and one that nobody can name. There i…
  2026-11-05  photo  (no caption)

Channel, over RSS
  Harbour & Hearth: 100 items, to be read again every 60 minutes

Most talked about, over GraphQL
     8 comments  You hear the wind long before it arrives. Left only footp…
     4 comments  The path ends where the view begins. Two hours up, one na…
     4 comments  (no caption)
`,
  })
})

test('tells of a broken connection', async () => {
  const { stdout } = await reportOf('invalid-token')
  expect(stdout.split('\n').slice(0, 2)).toEqual([
    'north quay house @north.quay.house',
    'The connection to the platform is broken, so this feed has stopped updating. Reconnect the account on the dashboard; the API key stays the same.',
  ])
})

test('has a line for an account without posts', async () => {
  expect((await reportOf('empty')).stdout).toBe(`quiet lens @quiet.lens
The connection is ready.

Newest posts, over REST
  none yet

Channel, over RSS
  quiet lens: 0 items, to be read again every 60 minutes

Most talked about, over GraphQL
  none yet
`)
})

test('a key that opens no feed fails with what to do about it', async () => {
  const { failed, stdout, stderr } = await reportOf('disconnected')
  expect({ failed, stdout }).toEqual({ failed: true, stdout: '' })
  const [message, hint, ...others] = stderr.split('\n')
  expect(message).toBe('401 INVALID_API_KEY: The provided API key is invalid.')
  expect(hint).toContain('Copy the current one from the dashboard.')
  expect(others).toEqual([''])
})

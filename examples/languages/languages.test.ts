import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MockServer, startMockServer } from '../../mock-server/src/node.ts'
import { createFeed } from '../../sdk/src/entries/index.ts'

const run = promisify(execFile)
let mock: MockServer
beforeAll(async () => {
  mock = await startMockServer()
})
afterAll(() => mock?.close())

/** Runs a program; null if this machine does not have its language, of which the name of the test speaks. */
async function outputOf(command: string, args: string[], scenario: string) {
  const env = { ...process.env, PHOTOFEED_URL: mock.url, PHOTOFEED_KEY: mock.key(scenario) }
  const cwd = import.meta.dirname
  return run(command, args, { cwd, env: { ...env, GO111MODULE: 'off' } }).then(
    ({ stdout }) => stdout,
    (error) => {
      if (error.code === 'ENOENT') return null
      return `${error.stdout}${error.stderr}`
    },
  )
}

const programs: [command: string, ...args: string[]][] = [
  ['node', 'feed.mjs'],
  ['python3', 'feed.py'],
  ['php', 'feed.php'],
  ['go', 'run', 'feed.go'],
]

test.each(programs)(
  '%s %s reads posts, and prints the detail of an error',
  async (command, ...args) => {
    const output = await outputOf(command, args, 'premium')
    if (output === null)
      return console.warn(`${command} is not installed: its example is not tested.`)
    const feed = createFeed({ baseUrl: mock.url, apiKey: mock.key('premium') })
    const { posts } = await feed.me({ pageSize: 3 })
    const lines = posts.map(({ sizes, permalink }) => `${sizes?.[768]} ${permalink}\n`)
    expect(output).toBe(lines.join(''))
    expect(await outputOf(command, args, 'disconnected')).toContain('API key')
  },
)

test('curl reads posts', async () => {
  const output = await outputOf('sh', ['feed.sh'], 'premium')
  if (output?.includes('not found'))
    return console.warn('curl is not installed: its example is not tested.')
  expect(JSON.parse(output ?? '').posts).toHaveLength(3)
})

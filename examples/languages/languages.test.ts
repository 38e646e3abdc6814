import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { exampleUrl, requestPrograms } from '../../docs/markdown/reference/request-programs.ts'
import { type MockServer, startMockServer } from '../../mock-server/src/node.ts'
import { createFeed } from '../../sdk/src/entries/index.ts'
import { endpoints } from '../../server/browser/reference/definition.ts'

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

const commands: Record<string, string[]> = {
  sh: ['sh'],
  php: ['php'],
  python: ['python3'],
  go: ['go', 'run'],
  js: ['node'],
}

const programs: [command: string, ...args: string[]][] = [
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

test.each(endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path))(
  'the programs of the reference print the response of %s',
  async (path) => {
    const expected = await (await fetch(exampleUrl(mock.url, path, mock.key('premium')))).text()
    const folder = await mkdtemp(join(tmpdir(), 'programs-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    for (const { label, language, code } of requestPrograms(mock.url, path)) {
      const file = join(folder, `program.${language === 'js' ? 'mjs' : language}`)
      await writeFile(file, code)
      const [command = '', ...args] = commands[language] ?? []
      const output = await outputOf(command, [...args, file], 'premium')
      if (output === null || /curl: .*not found/.test(output))
        console.warn(`${label} is not installed: its program is not tested.`)
      else expect(output.trimEnd(), label).toBe(expected.trimEnd())
    }
  },
)

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type MockServer, startMockServer } from '@photofeed/mock-server/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tempFolder } from '../../../testing/temp-folder.ts'
import { authenticationMutants } from '../mutants/authentication.ts'
import { changed, keyOf, type Mutant } from '../mutants/mutant.ts'
import { mutated, ran } from './in-process.ts'

let mock: MockServer
let key: string

beforeAll(async () => {
  mock = await startMockServer({ warnings: 'off' })
  key = mock.key('premium')
})
afterAll(() => mock.close())

const breaking = (id: string) => authenticationMutants.find(({ breaks }) => breaks === id) as Mutant

const missing = breaking('me-key-missing')

/** Breaks what is assumed, and no must. */
const empty: Mutant = {
  breaks: 'key-empty',
  defect: 'an empty key is a wrong one',
  answer: (request, respond) =>
    respond(
      keyOf(request) === ''
        ? changed(request, { query: (query) => query.set('api_key', 'x') })
        : request,
    ),
}

const few = ['--only', 'me-key-missing', 'key-empty', 'key-truncated']

const outcomes = (stdout: string) =>
  JSON.parse(stdout).rules.map(({ id, outcome }: Record<string, string>) => [id, outcome])

test('--json is --reporter json, and --only checks these rules alone', async () => {
  const { code, stdout } = await ran([mock.url, '--key', key, '--json', ...few])
  expect(code).toBe(0)
  expect(outcomes(stdout)).toEqual([
    ['me-key-missing', 'pass'],
    ['key-truncated', 'pass'],
    ['key-empty', 'pass'],
  ])
  const named = await ran([mock.url, '--key', key, '--reporter', 'json', ...few])
  expect(Object.keys(JSON.parse(named.stdout))).toEqual(Object.keys(JSON.parse(stdout)))
})

test('--skip leaves rules out and tells why', async () => {
  const skips = ['--skip', 'me-key-missing=known to us', '--skip', 'key-truncated= a=b ']
  const { stdout } = await ran([mock.url, '--key', key, '--json', ...skips])
  const { rules } = JSON.parse(stdout)
  const reasons = rules.flatMap(({ id, outcome, reason }: Record<string, string>) =>
    outcome === 'skipped' ? [[id, reason]] : [],
  )
  expect(reasons).toEqual([
    ['me-key-missing', 'known to us'],
    ['key-truncated', 'a=b'],
  ])
})

test.each([
  ['must', 0],
  ['should', 0],
  ['assumed', 1],
])('--fail-on %s: an assumed rule that is broken ends with %d', async (level, code) => {
  const args = [mock.url, '--key', key, '--fail-on', level, ...few]
  expect((await ran(args, { fetch: mutated(empty) })).code).toBe(code)
})

test('--baseline: what is known does not fail the run, what is new does, what holds again is named', async () => {
  const file = join(await tempFolder(), 'baseline.json')
  const args = [mock.url, '--key', key, '--json', ...few]
  const verdict = async (...mutants: Mutant[]) => {
    const { code, stdout } = await ran([...args, '--baseline', file], {
      fetch: mutated(...mutants),
    })
    const { broken, known, healed } = JSON.parse(stdout).verdict
    return [code, broken, known, healed]
  }
  const made = await ran([...args, '--output', file], { fetch: mutated(missing) })
  expect(made.code).toBe(1)
  expect(await verdict(missing)).toEqual([0, [], ['me-key-missing'], []])
  expect(await verdict(breaking('key-truncated'), missing)).toEqual([
    1,
    ['key-truncated'],
    ['me-key-missing'],
    [],
  ])
  expect(await verdict()).toEqual([0, [], [], ['me-key-missing']])
})

test('--output writes a whole file and tells the summary', async () => {
  const folder = await tempFolder()
  const file = join(folder, 'report.txt')
  await writeFile(file, 'of yesterday')
  const args = [mock.url, '--key', key, '--output', file, ...few]
  const { code, stdout, stderr } = await ran(args, { fetch: mutated(missing) })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr.split('\n').at(-2)).toMatch(
    /^http:\S+: Broken: me-key-missing\. 3 rules: 2 hold, 1 broken; \d+ requests in [\d.]+ seconds\.$/,
  )
  expect(await readFile(file, 'utf8')).toMatch(/\nBroken: me-key-missing\.\n$/)
  expect(await readdir(folder)).toEqual(['report.txt'])
})

test('keys come from PHOTOFEED_KEY, one or several, unless one is typed', async () => {
  const env = { PHOTOFEED_KEY: `${key},\n ${mock.key('free')}\n` }
  const accounts = async (...args: string[]) => {
    const { stdout } = await ran([mock.url, '--json', '--only', 'key-truncated', ...args], { env })
    return JSON.parse(stdout).accounts.map(({ plan }: { plan: string }) => plan)
  }
  expect(await accounts()).toEqual(['premium', 'free'])
  expect(await accounts('--key', mock.key('free'))).toEqual(['free'])
})

test('--max-requests bounds the run', async () => {
  const { stdout } = await ran([mock.url, '--key', key, '--json', '--max-requests', '5'])
  const { requests, rules } = JSON.parse(stdout)
  expect(requests).toBe(5)
  const reasons = new Set(rules.map(({ reason }: { reason: string | null }) => reason))
  expect(reasons).toContain('The limit of 5 requests is used up. Raise it with --max-requests.')
})

test('--reporter github writes the summary of the job too', async () => {
  const file = join(await tempFolder(), 'summary.md')
  await writeFile(file, 'Before\n')
  const args = [mock.url, '--key', key, '--reporter', 'github', ...few]
  const env = { GITHUB_STEP_SUMMARY: file }
  const { stdout } = await ran(args, { env, fetch: mutated(missing) })
  expect(stdout).toMatch(/^::error file=\S+openapi\.yaml,line=\d+,title=me-key-missing \(must\)::/)
  expect(await readFile(file, 'utf8')).toMatch(
    /^Before\n## photofeed contract[\s\S]*\| ❌ me\\-key\\-missing \| must \|/,
  )
})

test('a terminal sees one line that is rewritten, and nothing of it stays', async () => {
  const args = [mock.url, '--key', key, '--only', 'me-key-missing', 'key-empty']
  const { stderr } = await ran(args, { isTTY: true })
  expect(stderr.split('\r\u001b[2K')).toEqual([
    '',
    'Checking: 0 of 2 rules, 3 requests',
    expect.stringMatching(/^Checking: 1 of 2 rules, \d requests$/),
    'Checking: 2 of 2 rules, 5 requests',
    '',
  ])
})

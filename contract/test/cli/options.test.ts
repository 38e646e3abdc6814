import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { authenticationMutants } from '../mutants/authentication.ts'
import { changed, type Mutant } from '../mutants/mutant.ts'
import { mockOfFile } from '../support/conforming-server.ts'
import { accountOptions, checked, mutated, ran } from './in-process.ts'

const mock = await mockOfFile()
const key = mock.key('premium')

const breaking = (id: string) => authenticationMutants.find(({ breaks }) => breaks === id) as Mutant

const missing = breaking('me-key-missing')

/** Breaks what is assumed, and no must. */
const lenient: Mutant = {
  breaks: 'long-queries',
  defect: 'a long query is accepted',
  handle: (request, respond) => respond(changed(request, { query: (query) => query.delete('x') })),
}

const few = ['me-key-missing', 'long-queries', 'key-truncated'].flatMap((id) => ['--only', id])
const json = ['--reporter', 'json']

test('--only checks these rules alone: ids, patterns and sections', async () => {
  const chosen = async (...patterns: string[]) => {
    const only = patterns.flatMap((pattern) => ['--only', pattern])
    const { report } = await checked([mock.url, '--key', key, ...only])
    return report.rules.map(({ id, section }) => [id, section])
  }
  expect(await chosen('me-key-missing', 'key-tr*')).toEqual([
    ['me-key-missing', '5.6'],
    ['key-truncated', '5.6'],
  ])
  expect((await chosen('graphql-unk*-f*')).map(([id]) => id)).toEqual(['graphql-unknown-field'])
  const sections = new Set((await chosen('2.6', '9')).map(([, section]) => section))
  expect([...sections]).toEqual(['2.6', '9'])
})

test('--skip leaves rules out, and reports contain the reason', async () => {
  const skips = ['--skip', 'me-key-missing=known to us', '--skip', 'key-tr*= a=b ']
  const { report } = await checked([mock.url, '--key', key, ...skips])
  const reasons = report.rules.flatMap(({ id, cause, reason }) =>
    cause === 'chosen' ? [[id, reason]] : [],
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
  expect((await ran(args, { fetch: mutated(lenient) })).code).toBe(code)
})

test('several reporters write one run: to files, and one of them to standard output', async () => {
  const folder = await tempFolder()
  await writeFile(join(folder, 'report.txt'), 'of yesterday')
  await writeFile(join(folder, 'summary.md'), 'Before\n')
  const names = ['github', 'pretty=report.txt', 'junit=out.xml']
  const args = [mock.url, '--key', key, ...names.flatMap((name) => ['--reporter', name]), ...few]
  const env = { GITHUB_STEP_SUMMARY: join(folder, 'summary.md') }
  const { code, stdout } = await ran(args, { fetch: mutated(missing), cwd: folder, env })
  expect(code).toBe(1)
  expect(stdout).toMatch(/^::error title=me-key-missing \(must\)::/)
  const read = (file: string) => readFile(join(folder, file), 'utf8')
  expect(await read('report.txt')).toMatch(/\nFailed: me-key-missing\.\n$/)
  expect(await read('out.xml')).toMatch(/<testsuites [^>]*failures="1"/)
  expect(await read('summary.md')).toMatch(
    /^Before\n## photofeed contract[\s\S]*\| ❌ \[me-key-missing\]\(https:\S+#me-key-missing\) \| must \|/,
  )
  expect((await readdir(folder)).toSorted()).toEqual([...['out.xml', 'report.txt', 'summary.md']])
})

test('--header goes with every request, and into no report', async () => {
  const sent = new Set<string | null>()
  const fetch: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init)
    sent.add(request.headers.get('authorization'))
    return globalThis.fetch(request)
  }
  const args = [mock.url, '--key', key, ...json, '--header', 'Authorization: Basic c2VjcmV0']
  const { code, stdout, stderr } = await ran([...args, '--only', '5'], { fetch })
  expect([code, [...sent]]).toEqual([0, ['Basic c2VjcmV0']])
  expect(stdout + stderr).not.toContain('c2VjcmV0')
})

test('--concurrency limits the requests at the same time', async () => {
  let [open, most] = [0, 0]
  const fetch: typeof globalThis.fetch = async (input, init) => {
    most = Math.max(most, ++open)
    return globalThis.fetch(input, init).finally(() => open--)
  }
  await ran([mock.url, '--key', key, ...few, '--concurrency', '1'], { fetch })
  expect(most).toBe(1)
})

test('--only sends what the chosen rules need', async () => {
  const accounts = ['premium', 'free', 'invalid-token'].flatMap((name) =>
    accountOptions({ [name]: mock.key(name) }),
  )
  for (const section of ['2.1', '2.2', '2.4', '7.1', 'me-is-an-account', 'graphql-status']) {
    const { report } = await checked([mock.url, ...accounts, '--only', section])
    expect(report.rules.filter(({ outcome }) => outcome === 'pass')).not.toEqual([])
    expect(report.requests).toBeLessThanOrEqual(60)
  }
})

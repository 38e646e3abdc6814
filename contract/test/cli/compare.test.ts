import { type MockServer, startMockServer } from '@photofeed/mock-server/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticationMutants } from '../mutants/authentication.ts'
import { badServers } from './bad-servers.ts'
import { wrongKey } from './command.ts'
import { defective } from './defective-server.ts'
import { ran } from './in-process.ts'

let mock: MockServer
let key: string

beforeAll(async () => {
  mock = await startMockServer({ warnings: 'off' })
  key = mock.key('premium')
})
afterAll(() => mock.close())

const few = ['me-key-missing', 'key-empty', 'key-of-disconnected-account'].flatMap((id) => [
  '--only',
  id,
])
const missing = authenticationMutants.find(({ breaks }) => breaks === 'me-key-missing')

test('deployments that differ: a table, counts, and code 1', async () => {
  const url = await defective(mock.url, missing)
  const { code, stdout } = await ran(['compare', mock.url, url, '--key', key, ...few])
  expect(code).toBe(1)
  expect(stdout).toBe(`first   ${mock.url}: 2 passed, 1 skipped
second  ${url}: 1 passed, 1 failed, 1 skipped

rule            level  first  second
me-key-missing  must   pass   fail

1 rule differs, 2 are the same.
`)
})

test('the same as JSON', async () => {
  const url = await defective(mock.url, missing)
  const { code, stdout } = await ran(['compare', mock.url, url, '--key', key, '--json', ...few])
  const none = { pass: 0, fail: 0, warning: 0, skipped: 1 }
  expect([code, JSON.parse(stdout)]).toEqual([
    1,
    {
      urls: [mock.url, url],
      summaries: [
        { ...none, pass: 2 },
        { ...none, pass: 1, fail: 1 },
      ],
      same: 2,
      differences: [
        {
          ...{ id: 'me-key-missing', level: 'must', outcomes: ['pass', 'fail'] },
          sentence: 'me: a request without api_key gets 401 MISSING_API_KEY.',
        },
      ],
    },
  ])
})

test('deployments that do not: code 0', async () => {
  const { code, stdout } = await ran(['compare', mock.url, mock.url, '--key', key, ...few])
  expect([code, stdout.split('\n').at(-2)]).toEqual([0, '0 rules differ, 3 are the same.'])
})

test('the second may have keys of its own', async () => {
  const other = await startMockServer({ warnings: 'off' })
  const secondKey = other.transition('premium', 'regenerate').apiKey
  const args = ['compare', mock.url, other.url, '--key', key, '--only', 'key-truncated']
  const typed = await ran([...args, '--key2', secondKey])
  const named = await ran(args, { env: { PHOTOFEED_KEY2: secondKey } })
  const without = await ran(args)
  await other.close()
  expect([typed.code, named.code, without.code]).toEqual([0, 0, 4])
})

test('nothing to compare: the code of a check', async () => {
  const nowhere = await badServers['nothing listens']()
  const compared = async (url1: string, url2: string, ...args: string[]) =>
    (await ran(['compare', url1, url2, ...args])).code
  expect(await compared(mock.url, mock.url)).toBe(2)
  expect(await compared(mock.url, nowhere, '--key', key)).toBe(3)
  expect(await compared(mock.url, mock.url, '--key', wrongKey)).toBe(4)
  const blocked = ['--key', key, '--only', 'key-of-disconnected-account']
  expect(await compared(mock.url, mock.url, ...blocked)).toBe(4)
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startMockServer } from '@photofeed/mock-server/node'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { reporterNames } from '../../src/commands/reports.ts'
import { keyOf, onJson } from '../mutants/mutant.ts'
import { badServers } from './bad-servers.ts'
import { wrongKey as key } from './command.ts'
import { mutated, ran } from './in-process.ts'

const url = 'http://127.0.0.1:9'
const word = 'not-a-key-at-all'

test.each([
  ['the key as an address', [key]],
  ['the key behind the address', [url, key]],
  ['a word in the place of the key', [url, word, '--key', word]],
  ['the key in the address', [`${url}/?api_key=${word}`, '--key', word]],
  ['the key as a user name', [`http://${word}@127.0.0.1:9`, '--key', word]],
  ['an option that is mistyped', [url, `--kye=${word}`]],
  ['the key as another option', [url, '--reporter', key]],
  ['the key as a rule', [url, '--key', word, '--only', key]],
  ['a key with a line end', [url, '--key', `${word}\n::error::x`]],
  ['a key with signs that no header takes', [url, '--key', `${word}é`]],
  ['an explained key', ['explain', key]],
])('%s is not repeated', async (_, argv) => {
  const { code, stdout, stderr } = await ran(argv, { env: { PHOTOFEED_KEY: key } })
  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).not.toBe('')
  expect(stderr).not.toContain(key)
  expect(stderr).not.toContain(word)
})

test('a server that repeats the key does not bring it into a message', async () => {
  const address = await badServers['a page of HTML that repeats the address']()
  for (const secret of [key, word, 'x1']) {
    const { code, stderr } = await ran([address, '--key', secret])
    expect(code).toBe(3)
    expect(stderr).toContain('No /api/v1/me?api_key=')
    expect(stderr).not.toContain(secret)
    expect(stderr).not.toContain('\u001b')
  }
})

test('a deployment that repeats the key everywhere brings it into no report', async () => {
  const mock = await startMockServer({ warnings: 'off' })
  const secret = mock.key('premium')
  const echoing = mutated({
    breaks: 'account-fields',
    defect: 'the key is in values and in names',
    handle: onJson('/api/v1/me', (page, request) => {
      const key = keyOf(request)
      page.status = `\u001b[2J${key}${'x'.repeat(1000)}`
      page[`\u001b[2J${key}${'x'.repeat(1000)}`] = key
      for (const post of page.posts) post.caption = [`${'y'.repeat(170)}${key}`]
    }),
  })
  const cwd = await tempFolder()
  const reporters = reporterNames.flatMap((name) => ['--reporter', `${name}=${name}.txt`])
  const given = [mock.url, '--key', secret, ...reporters]
  const { code, stdout, stderr } = await ran(given, { fetch: echoing, cwd })
  expect(code).toBe(1)
  const reports = await Promise.all(
    reporterNames.map((name) => readFile(join(cwd, `${name}.txt`), 'utf8')),
  )
  for (const text of reports) expect(text).toMatch(/account\\?-status/)
  const text = [...reports, stdout, stderr].join('')
  expect(text).not.toContain(secret.slice(0, 10))
  expect(text).not.toContain('\u001b')
  expect(text).not.toContain('x'.repeat(400))
  await mock.close()
})

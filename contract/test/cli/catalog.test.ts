import { expect, test } from 'vitest'
import { catalog } from '../../src/catalog/catalog.ts'
import { command } from './command.ts'
import { ran } from './in-process.ts'

test('list prints a line for each rule', async () => {
  const { code, stdout } = await ran(['list'])
  const lines = stdout.trimEnd().split('\n')
  expect([code, lines.length]).toEqual([0, catalog.length])
  const index = catalog.findIndex(({ id }) => id === 'key-truncated')
  expect(lines[index]?.split(/ {2,}/)).toEqual([
    ...['key-truncated', 'must', '5.6'],
    'A key with a character lost gets 401 INVALID_API_KEY.',
  ])
})

test('list --json prints an array', async () => {
  const rules = JSON.parse((await ran(['list', '--json'])).stdout)
  expect(rules.find(({ id }: { id: string }) => id === 'key-truncated')).toEqual({
    ...{ id: 'key-truncated', level: 'must', section: '5.6' },
    sentence: 'A key with a character lost gets 401 INVALID_API_KEY.',
    definition: {
      file: 'openapi.yaml',
      line: expect.any(Number),
      pointer: '#/components/securitySchemes/ApiKey/x-pattern',
    },
  })
})

test('explain prints everything about a rule', async () => {
  const { code, stdout, stderr } = await command('explain', 'key-truncated')
  expect([code, stderr]).toEqual([0, ''])
  const [line] = /(?<=openapi\.yaml:)\d+/.exec(stdout) ?? []
  expect(stdout.replaceAll(line ?? '', '1')).toBe(
    `key-truncated (must, section 5.6)

A key with a character lost gets 401 INVALID_API_KEY.
The specification says so. A broken must fails a deployment.

Definition: contract/definitions/openapi.yaml:1 #/components/securitySchemes/ApiKey/x-pattern
  1  x-pattern: ^[0-9a-f]{64}$

Requests, with the values of an example account:
  response  curl -i -g "https://feed.example/api/v1/me?api_key=$(printf %.63s "$PHOTOFEED_KEY")"

Judged: On the responses to its own requests, for the first account that offers all it needs.
`,
  )
})

test('explain prints what a rule needs, and how one without requests is judged', async () => {
  const { stdout } = await ran(['explain', 'key-of-disconnected-account'])
  expect(stdout).toContain(
    '\nNeeds: a key of an account that was disconnected, or has another key by now\n',
  )
  expect((await ran(['explain', 'post-id'])).stdout).toContain(
    '\nJudged: On every response of the run that it is about, whichever rule sent the request.\n',
  )
})

test('an unknown rule names those that were probably meant', async () => {
  const { code, stdout, stderr } = await ran(['explain', 'key-trunkated'])
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^There is no rule key-trunkated\. Did you mean key-truncated/)
})

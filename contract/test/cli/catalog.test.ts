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
    'A key with characters lost, added or changed is a key that reads no account: 401 INVALID_API_KEY, on every interface.',
  ])
})

test('list --json prints an array', async () => {
  const rules = JSON.parse((await ran(['list', '--json'])).stdout)
  expect(rules.find(({ id }: { id: string }) => id === 'key-truncated')).toEqual({
    ...{ id: 'key-truncated', level: 'must', section: '5.6' },
    sentence:
      'A key with characters lost, added or changed is a key that reads no account: 401 INVALID_API_KEY, on every interface.',
    definition: {
      file: 'openapi.yaml',
      pointer: '#/components/securitySchemes/ApiKey/x-pattern',
    },
  })
})

test('explain prints everything about a rule', async () => {
  const { code, stdout, stderr } = await command('explain', 'no-posts-endpoint')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toBe(
    `no-posts-endpoint (must, section 4)

There is no /api/v1/posts: it gets 404 NOT_FOUND.
The specification says so. A broken must fails a deployment.

Definition: openapi.yaml#/components/examples/NOT_FOUND
  {
    "summary": "No such path under /api",
    "value": {
      "errors": [
        {
          "status": "404",
          "code": "NOT_FOUND",
          "title": "Not Found",
          "detail": "This API endpoint does not exist. See {base_url}/docs/rest-api."
        }
      ]
    }
  }

Requests, with the values of an example account:
  posts  curl -i -g "https://feed.example/api/v1/posts?api_key=\${PHOTOFEED_KEY}"
  post   curl -i -g "https://feed.example/api/v1/posts/1?api_key=\${PHOTOFEED_KEY}"

Judged: On the responses to its own requests, for each account that offers all it needs.
`,
  )
})

test('explain prints what a rule needs, and how one without requests is judged', async () => {
  const { stdout } = await ran(['explain', 'key-of-disconnected-account'])
  expect(stdout).toContain(
    '\nNeeds: a key of an account that was disconnected, or whose key was replaced\n',
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

test('explain prints what a rule finds only in certain data', async () => {
  const { stdout } = await ran(['explain', 'cursors-between-equal-times'])
  expect(stdout).toContain(`
What it finds only in certain data, and the data:
  a cursor that is a time alone: two posts of the same time among the newest hundred
`)
  expect(stdout).toContain('a request that depends on the response called -published_at 0\n')
})

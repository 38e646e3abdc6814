import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startMockServer } from '../../mock-server/src/node.ts'
import { launch } from '../../test-support/processes.ts'
import { oneLine, report } from './report.ts'

const script = fileURLToPath(new URL('main.ts', import.meta.url))

function run(environment: Record<string, string>) {
  const env = { ...process.env, ...environment }
  return launch(process.execPath, [script], { env }).ended
}

test('without settings it reports on a mock', async () => {
  expect(await run({ PHOTOFEED_URL: '' })).toEqual({
    code: 0,
    stderr: '',
    stdout: `Harbour & Hearth @harbour.and.hearth
The connection is ready.

Newest posts, over REST
  2026-11-18  photo  Nobody said a word until the sun was up. Salt in the coffee…
  2026-11-16  album  Seven ridges, counted twice. Boots still drying. #hillwalki…
  2026-11-12  video  Counting rings, losing count, starting again. The dog found…
  2026-11-10  photo  Three kinds of apples and one that nobody can name. There i…
  2026-11-05  photo  Market boats in, church clock wrong, everything as it shoul…

Channel, over RSS
  Harbour & Hearth: 100 items, TTL 60 minutes

Most discussed, over GraphQL
     8 comments  The woods smell of rain and pencil shavings. Left only fo…
     4 comments  The path ends where the view begins. Two hours up, one na…
     4 comments  First sail of the season, last dry socks of the day. We w…
`,
  })
})

test('reports a broken connection, an account without posts, and a key that reads no feed', async () => {
  const mock = await startMockServer()
  const service = (scenario: string) => ({ baseUrl: mock.url, apiKey: mock.key(scenario) })
  try {
    expect(await report(service('invalid-token'))).toContain(
      'The connection to the platform is broken, so this feed has stopped updating.',
    )
    expect((await report(service('empty'))).match(/none yet/g)).toHaveLength(2)
    const key = mock.key('disconnected')
    const { code, stdout, stderr } = await run({ PHOTOFEED_URL: mock.url, PHOTOFEED_KEY: key })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toBe(
      '401 INVALID_API_KEY: The provided API key is invalid.\nCopy the current one from the dashboard.\n',
    )
  } finally {
    await mock.close()
  }
})

test.each([
  ['two\nlines', 'two lines'],
  ['\u001b[31mred\u0007', '[31mred'],
  ['1234567890', '1234567890'],
  ['12345678901', '123456789…'],
  ['family 👨‍👩‍👧 of one', 'family 👨‍👩‍👧…'],
])('%j is the line %j', (text, expected) => {
  expect(oneLine(text, 10)).toBe(expected)
})

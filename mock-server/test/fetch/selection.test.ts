import { expect, test } from 'vitest'
import { account, createMock } from '../../src/index.ts'

const me = 'https://photofeed.test/api/v1/me'

/** A mock, and a function that returns the status of the account that a request reads. */
function start() {
  const mock = createMock({ accounts: [account({ scenario: 'shop' })], warnings: 'off' })
  const read = async (headers: Record<string, string>, url = `${me}?api_key=${mock.key('free')}`) =>
    (await mock.fetch(url, { headers })).json()
  return { mock, read }
}

test('a header or a cookie selects the scenario of one request, whatever its key', async () => {
  const { mock, read } = start()
  const { name } = mock.copy('premium')
  mock.transition(name, 'expire')
  mock.override('empty')
  const selections: [headers: Record<string, string>, scenario: string][] = [
    [{ 'X-Photofeed-Scenario': name }, name],
    [{ cookie: `theme=dark; x-photofeed-scenario=${name}; a=b` }, name],
    [{ cookie: 'x-photofeed-scenario=importing', 'x-photofeed-scenario': name }, name],
    [{ cookie: 'not-x-photofeed-scenario=importing; x-photofeed-scenario=' }, 'empty'],
    [{}, 'empty'],
  ]
  for (const [headers] of selections) await read(headers)
  expect(await read({ 'x-photofeed-scenario': name }, me)).toMatchObject({
    status: 'invalid_token',
  })
  expect(mock.requests.map(({ scenario }) => scenario)).toEqual([
    ...selections.map(([, scenario]) => scenario),
    name,
  ])
})

test('an unknown scenario and one with a secret key are rejected with a sentence', async () => {
  const { mock, read } = start()
  const detailOf = async (name: string) =>
    (await read({ 'x-photofeed-scenario': name })).errors[0].detail
  expect(await detailOf('premum')).toBe('No scenario is named "premum". Did you mean premium?')
  expect(await detailOf('shop')).toBe('The key of shop is secret. Select a copy of it instead.')
  const { name } = mock.copy('shop')
  expect(await read({ 'x-photofeed-scenario': name })).toMatchObject({ status: 'ready' })
  expect(mock.requests.map(({ status }) => status)).toEqual([400, 400, 200])
})

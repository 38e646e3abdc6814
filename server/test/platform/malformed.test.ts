import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test-support/scope.ts'
import { createPlatformClient } from '../../src/platform/platform-client.ts'
import { PlatformError } from '../../src/platform/platform-problems.ts'
import { app, start } from './platform-world.ts'

/** How many sets of responses are tried; four calls read each. */
const sets = runs(400, 750)

const permissions = ['instagram_business_basic', 'instagram_business_manage_comments']

/** Also halves of surrogate pairs. fast-check's unit `binary` is the same, and takes a second to make. */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff })
  .map((codePoint) => String.fromCodePoint(codePoint))

/** JSON that has the platform's keys, with anything behind them. */
const keys = fc.constantFrom(
  ...'data,paging,cursors,after,next,error,code,error_subcode,is_transient,message,error_type,error_message'.split(
    ',',
  ),
  ...'id,user_id,username,access_token,expires_in,permissions,media_type,timestamp,permalink,children,comments'.split(
    ',',
  ),
  '__proto__',
  'toString',
)
const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    'IMAGE',
    'CAROUSEL_ALBUM',
    190,
    4,
    100,
    33,
    1,
    2 ** 60,
    '17851400000000001',
  ),
  fc.constantFrom<unknown>(
    '2024-10-29T13:53:38+0000',
    'https://a.example/',
    'IGAAtoken',
    '',
    null,
    true,
  ),
  fc.jsonValue({ maxDepth: 1 }),
)
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    leaf,
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(keys, tie('json'), { maxKeys: 5 }),
  ),
}))

const rejection = fc.record({
  error: fc.record({
    code: fc.constantFrom<unknown>(1, 2, 4, 10, 17, 100, 102, 190, 200, 2500, '190', null),
    error_subcode: fc.constantFrom<unknown>(33, 458, 460, 463, {}, undefined),
    is_transient: fc.constantFrom<unknown>(true, false, 'yes', undefined),
    message: fc.oneof(leaf, fc.constant('Invalid IGAAtoken or AQcode')),
  }),
})

const text = fc.oneof(
  { weight: 2, arbitrary: rejection.map((value) => JSON.stringify(value)) },
  { weight: 6, arbitrary: json.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: json.map((value) => JSON.stringify(value).slice(0, -1)) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter }) },
)
const response = fc.record({
  text,
  status: fc.constantFrom(200, 200, 200, 201, 204, 301, 400, 401, 403, 404, 429, 500, 503),
  type: fc.constantFrom('application/json', 'text/html', ''),
  usage: fc.oneof(
    fc.constant('{}'),
    fc.jsonValue().map((value) => JSON.stringify(value).replace(/[^ -~]/g, '')),
  ),
})

test(`${4 * sets} random responses always give a result or a PlatformError`, async () => {
  const outcomes = new Map<string, number>()
  let requested = 0

  async function outcomeOf(secret: string, work: () => Promise<unknown>) {
    const outcome = await work().then(
      () => 'result',
      (error: unknown) => {
        if (!(error instanceof PlatformError)) throw error
        expect(error.message).not.toContain(secret)
        return error.kind
      },
    )
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }

  await fc.assert(
    fc.asyncProperty(fc.array(response, { minLength: 1, maxLength: 3 }), async (responses) => {
      let turn = 0
      const client = () =>
        createPlatformClient(app, {
          async fetch() {
            const { text, status, type, usage } =
              responses[turn++ % responses.length] ?? (responses[0] as never)
            requested += 1
            return new Response([204, 301].includes(status) ? null : text, {
              status,
              headers: {
                'Content-Type': type,
                'X-App-Usage': usage,
                'X-Business-Use-Case-Usage': usage,
              },
            })
          },
          clock: () => start,
        })
      await outcomeOf('IGAAtoken', () => client().profile('IGAAtoken'))
      await outcomeOf('IGAAtoken', () => client().refreshToken('IGAAtoken'))
      await outcomeOf('AQcode', () => client().exchangeCode('AQcode'))
      await outcomeOf('IGAAtoken', async () => {
        let pages = 0
        for await (const _ of client().mediaPages('IGAAtoken', { permissions })) pages += 1
        expect(pages).toBeGreaterThan(0)
      })
    }),
    { numRuns: sets, seed: 20261121 },
  )
  expect(requested).toBeGreaterThan(3 * sets)
  expect([...outcomes.values()].reduce((one, other) => one + other)).toBe(4 * sets)
  expect([...outcomes.keys()].toSorted()).toEqual(
    expect.arrayContaining([
      'malformed',
      'outage',
      'invalid-code',
      'result',
      'throttled',
      'token',
      'gone',
      'permission',
    ]),
  )
})

test('JSON too deep for any reader is malformed', async () => {
  const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`
  const client = createPlatformClient(app, { fetch: async () => new Response(deep) })
  await expect(client.profile('IGAAtoken')).rejects.toMatchObject({ kind: 'malformed' })
})

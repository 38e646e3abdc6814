import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../test-support/scope.ts'
import { postSchema } from '../../src/platform/platform-schema.ts'
import { day, hour } from '../platform/platform-world.ts'
import { filesIn } from '../support/media/media-files.ts'
import { refreshWorld } from './refresh-world.ts'

type Json = Record<string, unknown>

const odd = fc.constantFrom<unknown>(
  ...[
    undefined,
    null,
    '',
    'odd',
    -1,
    1.5,
    Number.POSITIVE_INFINITY,
    2 ** 60,
    true,
    [],
    {},
    [null],
    { data: 'odd' },
  ],
  ...['HOLOGRAM', { data: [null, 7, { id: {} }] }, '2026-13-40T00:00:00+0000'],
)
/** Of another form than an id: a post with another id is another post. */
const oddId = fc.constantFrom<unknown>(undefined, null, '', 'two words', -1, 1.5, true, [], {})
const itemFields = ['media_type', 'media_url', 'thumbnail_url', 'permalink', 'timestamp']
/** A field of a post or of an item of an album, and what the platform sends in its place. */
const fault = fc.oneof(
  fc.record({
    at: fc.constantFrom('post' as const, 'item' as const),
    field: fc.constant('id'),
    value: oddId,
  }),
  fc.record({
    at: fc.constant('post' as const),
    field: fc.constantFrom(...Object.keys(postSchema.shape).filter((name) => name !== 'id')),
    value: odd,
  }),
  fc.record({
    at: fc.constant('item' as const),
    field: fc.constantFrom(...itemFields),
    value: odd,
  }),
)

function spoil(
  post: Json,
  faults: readonly { at: 'post' | 'item'; field: string; value: unknown }[],
) {
  const spoiled = structuredClone(post)
  for (const { at, field, value } of faults) {
    const items = (spoiled.children as { data?: Json[] } | undefined)?.data
    const target = at === 'post' ? spoiled : Array.isArray(items) ? items[0] : undefined
    if (target && typeof target === 'object') target[field] = value
  }
  return spoiled
}

test('whatever one field of a listing is, no post, item or file is lost, and the next listing restores all', async () => {
  let faults: Parameters<typeof spoil>[1] = []
  const { connect, pass, settle, read, folder, errors, database } = await refreshWorld({
    editListing: (posts) => posts.map((post) => spoil(post, faults)),
  })
  const { apiKey } = await connect('tideline.notes')
  await settle()
  const query = '&include[]=children&include[]=comments&page[size]=100'
  const shown = async () => (await read(apiKey, query)).body.posts
  const whole = await shown()
  expect(whole.length).toBeGreaterThan(10)
  expect(whole.some(({ children = [] }) => children.length > 1)).toBe(true)

  await fc.assert(
    fc.asyncProperty(fc.array(fault, { minLength: 1, maxLength: 3 }), async (chosen) => {
      faults = chosen
      const before = await shown()
      const files = await filesIn(folder)
      // The listing of the next day is whole.
      await pass(day)
      const during = await shown()
      expect(during.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
      expect(during.map(({ children = [] }) => children.map(({ id }) => id).sort())).toEqual(
        before.map(({ children = [] }) => children.map(({ id }) => id).sort()),
      )
      const stored = await filesIn(folder)
      expect(files.filter((name) => !stored.includes(name))).toEqual([])
      faults = []
      await pass(day)
      expect(await shown()).toEqual(before)
      expect(errors).toEqual([])
    }),
    { numRuns: runs(12, 400) },
  )
  await pass(hour)
  const [job] = await database.tables.db
    .selectFrom('work')
    .select('payload')
    .where('kind', '=', 'posts')
    .execute()
  expect(JSON.parse(job?.payload ?? '{}').leftOut).toEqual({})
})

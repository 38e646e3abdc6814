import fc from 'fast-check'

const text = (valid: string) =>
  fc.oneof({ weight: 12, arbitrary: fc.constant<unknown>(valid) }, { weight: 1, arbitrary: odd })

/** What a field of the contract may be in the body of a service that breaks it. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, true, 0, -1, 1e21, '', [], {}, [null], '\ud800', 'x'),
  fc.constantFrom<unknown>({ toString: 1, valueOf: 1 }, { length: 1e9 }, { toJSON: 1 }),
  fc.constantFrom('http://[', 'https://x.example/%', 'javascript:alert(1)', '__proto__'),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 2 }),
)

const number = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom<unknown>(null, 0, 1, 12_345) },
  { weight: 1, arbitrary: odd },
)

const orNull = (valid: string) =>
  fc.oneof({ weight: 4, arbitrary: text(valid) }, { weight: 1, arbitrary: fc.constant(null) })

const picture = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

const item = {
  id: fc.oneof({ weight: 20, arbitrary: fc.uuid() }, { weight: 1, arbitrary: odd }),
  mediaType: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom('IMAGE', 'VIDEO', 'CAROUSEL_ALBUM', 'STORY') },
    { weight: 1, arbitrary: odd },
  ),
  mediaUrl: fc.oneof(text(picture), text('https://media.test/1.mp4')),
  thumbnailUrl: orNull(picture),
  altText: orNull('A boat'),
  caption: orNull('Bread #cakes'),
  sizes: fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 3, arbitrary: fc.record({ 320: text(picture), 768: text(picture) }) },
    { weight: 1, arbitrary: odd },
  ),
}

const post = fc.record({
  ...item,
  permalink: text('https://platform.test/p/1/'),
  timestamp: text('2026-11-04T16:26:00+00:00'),
  likeCount: number,
  commentsCount: number,
  children: fc.oneof(
    { weight: 6, arbitrary: fc.constant([]) },
    { weight: 4, arbitrary: fc.array(fc.record(item), { maxLength: 3 }) },
    { weight: 1, arbitrary: odd },
  ),
})

/** Bodies of `/api/v1/me`: each field as the contract says, or as it must not be. */
export const bodies: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record({
      username: text('harbour'),
      name: orNull('Harbour'),
      biography: orNull('Boats'),
      website: orNull('https://harbour.test'),
      profilePictureUrl: orNull(picture),
      followersCount: number,
      followsCount: number,
      mediaCount: number,
      status: fc.oneof(text('ready'), text('importing'), text('invalid_token')),
      lastFetchAt: orNull('2026-11-04T16:26:00+00:00'),
      posts: fc.oneof(
        { weight: 20, arbitrary: fc.array(post, { maxLength: 5 }) },
        { weight: 1, arbitrary: odd },
      ),
      pagination: fc.oneof(
        {
          weight: 20,
          arbitrary: fc.record({
            nextCursor: orNull('next'),
            prevCursor: fc.constant(null),
            hasMore: fc.boolean(),
            perPage: number,
          }),
        },
        { weight: 1, arbitrary: odd },
      ),
    }),
  },
  { weight: 1, arbitrary: odd },
)

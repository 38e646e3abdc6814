import type { Schemas } from '@photofeed/openapi'
import { document } from '@photofeed/openapi/document'
import { expect, test } from 'vitest'
import { accountFeed, storedAccount, storedPost } from '../test/store/index.ts'
import { limitProfile } from './accounts.ts'
import { handle } from './handle.ts'
import { createMemoryStore } from './memory-store.ts'
import { type FieldLimit, limitPost, postResource, shorten } from './posts.ts'
import type { StoredPost } from './store.ts'

const cdnUrl = 'https://cdn.test'
const everything = { cdnUrl, sizes: true, format: 'webp', children: true, comments: true } as const

test('a post of Premium is this JSON', () => {
  const id = '0'.repeat(32)
  const media = { file: { id, extension: 'jpg', bytes: 1 }, platformUrl: '' } as const
  const permalink = 'https://platform.test/p/child/'
  const child = { id: 'child', mediaType: 'IMAGE', permalink, publishedAt: 0, media } as const
  const post = {
    ...storedPost({ position: 1, publishedAt: 0, mediaType: 'CAROUSEL_ALBUM', media }),
    children: [{ ...child, thumbnail: null }],
    comments: [{ id: 'c', text: 'Nice', timestamp: '2026-01-01T00:00:00+0000', like_count: 2 }],
  } as StoredPost
  const file = `${id}.jpg`
  const sizes = [320, 768, 960, 1200].map((width) => `"${width}":"${cdnUrl}/${width}/${id}.webp"`)
  const picture = `"mediaUrl":"${cdnUrl}/${file}","thumbnailUrl":null`
  const time = '"timestamp":"1970-01-01T00:00:00+00:00"'
  expect(JSON.stringify(postResource(post, everything))).toBe(
    `{"id":"post-1","caption":"Caption of post-1","altText":null,"mediaType":"CAROUSEL_ALBUM",${picture},"permalink":"https://platform.test/p/post-1/",${time},"likeCount":1,"commentsCount":null,"sizes":{${sizes}},"children":[{"id":"child","caption":null,"altText":null,"mediaType":"IMAGE",${picture},"permalink":"https://platform.test/p/child/",${time},"likeCount":null,"commentsCount":null,"sizes":{${sizes}}}],"comments":[{"id":"c","text":"Nice","timestamp":"2026-01-01T00:00:00+0000","like_count":2}]}`,
  )
})

/** A schema of openapi.yaml, with the keywords that limit a value. */
interface Schema {
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  maxLength?: number
  minLength?: number
  maximum?: number
  minimum?: number
  maxItems?: number
}

const { schemas } = document.components as { schemas: Record<keyof Schemas, Schema> }

/** Returns the limits of a schema that a value exceeds. */
function exceeded(value: unknown, schema: Schema, path: string): string[] {
  if (schema.$ref)
    return exceeded(value, schemas[schema.$ref.split('/').at(-1) as keyof Schemas], path)
  const { maxLength = Infinity, minLength = 0, maximum = Infinity, minimum = -Infinity } = schema
  const { maxItems = Infinity, items, properties = {}, anyOf = [] } = schema
  const length = typeof value === 'string' ? [...value].length : null
  const found = [
    length !== null && length > maxLength && 'maxLength',
    length !== null && length < minLength && 'minLength',
    typeof value === 'number' && value > maximum && 'maximum',
    typeof value === 'number' && value < minimum && 'minimum',
    Array.isArray(value) && value.length > maxItems && 'maxItems',
  ].filter(Boolean)
  const fields = Object.entries(properties)
  return [
    ...found.map((limit) => `${path}: ${limit}`),
    ...fields.flatMap(([name, field]) => {
      const part = Object(value)[name]
      return part === undefined || part === null ? [] : exceeded(part, field, `${path}.${name}`)
    }),
    ...(Array.isArray(value) && items
      ? value.flatMap((item, index) => exceeded(item, items, `${path}[${index}]`))
      : []),
    ...anyOf.filter(({ $ref }) => $ref).flatMap((each) => exceeded(value, each, path)),
  ]
}

/** Returns the page that core serves of an account, each of its posts alone, and its RSS. */
async function serve(posts: StoredPost[], texts: Record<string, string>) {
  const feed = accountFeed(1, posts)
  const profile = { ...feed.account.profile, website: texts.biography ?? null, ...texts }
  const store = createMemoryStore([{ ...feed, account: { ...feed.account, profile } }])
  const options = {
    ...{ store, baseUrl: '', cdnUrl, supportEmail: '', production: false },
    onError(error: unknown) {
      throw error
    },
  }
  async function send(method: string, path: string, query: string, text = '') {
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    const request = { header: (name: string) => headers[name], readBody: async () => text }
    const { body } = await handle({ method, path, query, ...request }, options)
    return typeof body === 'string' ? body : new TextDecoder().decode(body ?? undefined)
  }
  const key = `api_key=${feed.apiKey}`
  const all = `${key}&include[]=comments&include[]=children`
  const page = JSON.parse(await send('GET', '/api/v1/me', all))
  const fields = 'caption altText permalink likeCount commentsCount comments { text }'
  const single = async ({ id }: StoredPost) => {
    const body = JSON.stringify({ query: `{ post(id: "${id}") { ${fields} } }` })
    return JSON.parse(await send('POST', '/graphql', key, body)).data.post
  }
  const rss = await send('GET', '/api/v1/rss', key)
  return { page, singles: await Promise.all(posts.map(single)), rss }
}

test.each([
  ['long', '🦭'.repeat(30_000)],
  ['empty', ''],
])(
  'core serves nothing beyond a limit of openapi.yaml when stored texts are %s',
  async (_, text) => {
    const counts = [0, Number.MAX_SAFE_INTEGER]
    const posts: StoredPost[] = counts.map((count, index) => ({
      ...storedPost({ position: index + 1, publishedAt: 0 }),
      ...{ caption: text, altText: text, permalink: text, likeCount: count, commentsCount: count },
      comments: Array.from({ length: 1000 }, (_, number) => ({
        ...{
          id: String(number),
          text: text.slice(0, number === 0 ? 10_000 : 10),
          timestamp: '2026-01-01T00:00:00+0000',
        },
        like_count: count,
      })),
    }))
    const signs = { username: '🐙', name: '🦀', biography: '🐟' }
    const textOf = ([field, sign]: [string, string]) => [field, text.replaceAll('🦭', sign)]
    const texts = Object.fromEntries(Object.entries(signs).map(textOf))
    const { page, singles, rss } = await serve(posts, texts)
    expect([page.posts.length, singles.length]).toEqual([2, 2])
    expect(exceeded(page, schemas.AccountWithPosts, 'AccountWithPosts')).toEqual([])
    for (const post of singles) expect(exceeded(post, schemas.Post, 'Post')).toEqual([])
    for (const [field, sign] of Object.entries(signs)) {
      const { maxLength = text.length } = schemas.Account.properties?.[field] ?? {}
      expect(rss.includes(sign.repeat(maxLength + 1)), `${field} in RSS`).toBe(false)
    }
  },
)

test('core serves a text up to its limit as it is stored', async () => {
  const longest = (schema: keyof Schemas, ...fields: string[]) =>
    Object.fromEntries(
      fields.map((field) => {
        const { maxLength = 10_000 } = schemas[schema].properties?.[field] ?? {}
        return [field, '🦭'.repeat(maxLength)]
      }),
    )
  const texts = longest('Post', 'caption', 'altText', 'permalink')
  const { text = '' } = longest('Comment', 'text')
  const profile = longest('Account', 'username', 'name', 'biography')
  const comment = { id: 'c', text, timestamp: '2026-01-01T00:00:00+0000', like_count: 0 }
  const post = { ...storedPost({ position: 1, publishedAt: 0 }), ...texts, comments: [comment] }
  const { page, singles } = await serve([post], profile)
  expect(page).toMatchObject({ ...profile, posts: [{ ...texts, comments: [{ text }] }] })
  expect(singles).toMatchObject([{ ...texts, comments: [{ text }] }])
})

test.each<[FieldLimit, atLimit: unknown, above: unknown]>([
  [{ maxLength: 2 }, '🦭🦭', '🦭🦭🦭'],
  [{ maxLength: 3 }, 'aé🦭', 'aé🦭b'],
  [{ maxLength: 0 }, '', 'a'],
  [{ maxItems: 2 }, [1, 2], [1, 2, 3]],
  [{ maximum: 2 }, 2, 3],
])('%j allows %j of %j', (limit, atLimit, above) => {
  expect(shorten(above, limit)).toEqual(atLimit)
  expect(shorten(atLimit, limit)).toBe(atLimit)
  for (const value of [null, undefined, true]) expect(shorten(value, limit)).toBe(value)
})

test('a profile and a post have at most what each of their fields allows', () => {
  const limits = {
    Account: { name: { maxLength: 2 }, followersCount: { maximum: 5 } },
    Post: { caption: { maxLength: 3 }, comments: { maxItems: 2 } },
    Comment: { text: { maxLength: 1 } },
    Child: { permalink: { maxLength: 4 } },
  }
  const profile = { ...storedAccount().profile, name: '🦭🦭🦭', followersCount: 6 }
  expect(limitProfile(profile, limits)).toEqual({ ...profile, name: '🦭🦭', followersCount: 5 })
  const comment = { id: 'c', text: '🦭🦭', timestamp: '', like_count: 0 }
  const media = { file: null, platformUrl: '' }
  const child = { id: 'i', mediaType: 'IMAGE', media, thumbnail: null, publishedAt: 0 } as const
  const post = {
    ...storedPost({ position: 1, publishedAt: 0 }),
    ...{ caption: 'abcd', comments: [comment, comment, comment] },
    children: [{ ...child, permalink: 'https' }],
  }
  expect(limitPost(post, limits)).toEqual({
    ...post,
    caption: 'abc',
    comments: [1, 2].map(() => ({ ...comment, text: '🦭' })),
    children: [{ ...child, permalink: 'http' }],
  })
})

test('what exceeds no limit is the same object', () => {
  const limits = {
    Account: { name: { maxLength: 100 } },
    Post: { caption: { maxLength: 100 } },
    Comment: { text: { maxLength: 4 } },
  }
  const comments = [{ id: 'c', text: 'Nice', timestamp: '', like_count: 0 }]
  const post = { ...storedPost({ position: 1, publishedAt: 0 }), comments }
  expect(limitPost(post, limits)).toBe(post)
  const { profile } = storedAccount()
  expect(limitProfile(profile, limits)).toBe(profile)
})

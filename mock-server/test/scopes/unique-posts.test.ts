import { createFeed } from '@photofeed/sdk'
import { expect, test } from 'vitest'
import { account, createMock, type MockOptions, post, type ScenarioName } from '../../src/index.ts'

const baseUrl = 'https://photofeed.test'
const own = (username: string, posts = [post.image(), post.album()]) =>
  account({ username, plan: 'premium', posts })

/** Creates a mock, and a function that reads the id and the permalink of everything that an account has posted. */
function start(options: MockOptions = {}) {
  const mock = createMock({ baseUrl, ...options })
  async function read(name: string): Promise<string[]> {
    const feed = createFeed({ baseUrl, apiKey: mock.key(name), fetch: mock.fetch })
    const parts: string[] = []
    for await (const post of feed.posts({ pageSize: 100, include: ['children', 'comments'] })) {
      parts.push(post.id, post.permalink)
      for (const child of post.children ?? []) parts.push(child.id, child.permalink)
      for (const comment of post.comments ?? []) parts.push(comment.id)
    }
    return parts
  }
  return { mock, read }
}

/** Of all accounts: published ones, own ones, and copies of both, with posts that were published since. */
async function readEverything(): Promise<string[]> {
  const { mock, read } = start({ accounts: [own('one.desk'), own('two.desk')] })
  for (const name of ['premium', 'premium', 'hostile-text', 'one.desk']) mock.copy(name)
  mock.copy('premium-copy-1')
  mock.transition('importing', 'finish-import')
  const readable = mock.scenarios.filter(
    ({ name }) => !['regenerated', 'disconnected'].includes(name),
  )
  const parts: string[] = []
  for (const { name } of readable) {
    mock.fault(name, null)
    mock.posts(name).publish()
    parts.push(...(await read(name)))
  }
  return parts
}

test('no account shares an id or a permalink with another, in each run the same', async () => {
  const parts = await readEverything()
  expect(parts.length).toBeGreaterThan(2000)
  const repeated = parts.filter((part, index) => parts.indexOf(part) !== index)
  expect(repeated).toEqual([])
  expect(await readEverything()).toEqual(parts)
})

test('a copy has the pictures and captions of its account, at addresses of its own', async () => {
  const { mock } = start()
  const copy = mock.copy('premium')
  const [one, other] = await Promise.all(
    [mock.key('premium'), copy.apiKey].map(async (apiKey) => {
      const feed = createFeed({ baseUrl, apiKey, fetch: mock.fetch })
      return (await feed.me({ pageSize: 50 })).posts
    }),
  )
  const folders = (posts = one) =>
    posts?.map(({ permalink }) => new URL(permalink).pathname.split('/')[1])
  expect(other?.map(({ caption, mediaUrl }) => [caption, mediaUrl])).toEqual(
    one?.map(({ caption, mediaUrl }) => [caption, mediaUrl]),
  )
  expect(folders(other)).toEqual(folders(one))
})

const publishedPost = async () => (await start().read('premium')) as [id: string, permalink: string]

test('two served accounts with the same post are an error', async () => {
  const sentence = (name: string, other: string, id: string) =>
    `The accounts ${other} and ${name} share the id or the permalink of the post "${id}". Leave both out in one of them.`
  const pairs = [
    [post.image({ id: '7' }), post.video({ id: '7' })],
    [
      post.image({ id: '7', permalink: 'https://photos.example/p/x/' }),
      post.image({ id: '8', permalink: 'https://photos.example/p/x/' }),
    ],
    [post.album({ id: '7', children: [post.image({ id: '9' })] }), post.image({ id: '9' })],
  ] as const
  for (const [one, other] of pairs) {
    const accounts = [own('one', [one as never]), own('other', [other as never])]
    expect(() => start({ accounts })).toThrow(sentence('other', 'one', other.id ?? ''))
  }
  const [id, permalink] = await publishedPost()
  for (const copied of [{ id }, { id: '7', permalink }]) {
    const accounts = [own('mine', [post.image(copied) as never])]
    expect(() => start({ accounts })).toThrow(sentence('mine', 'premium', copied.id))
    expect(() => start({ accounts, scenarios: ['free'] })).not.toThrow()
  }
})

test('a post with the id of another account is not published', async () => {
  const [id] = await publishedPost()
  const { mock } = start({ accounts: [own('mine')] })
  expect(() => mock.posts('mine').publish({ id })).toThrow('The accounts premium and mine share')
  const newId = mock.posts('mine').publish()
  expect(() => mock.posts('free').publish({ id: newId })).toThrow(
    'The accounts mine and free share',
  )
  expect(mock.posts('mine').publish({ id: '7' })).toBe('7')
})

test('accounts of all names of a large company have ids of their own', () => {
  const accounts = Array.from({ length: 2000 }, (_, index) => own(`desk.${index}`))
  expect(() => start({ accounts, scenarios: [] satisfies ScenarioName[] })).not.toThrow()
})

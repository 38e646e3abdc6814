import { createFeed } from '@photofeed/sdk'
import { expect, test } from 'vitest'
import { createMock } from '../../../mock-server/src/index.ts'
import type { ReadPage, ViewContext } from '../view/context.ts'
import { createChoice } from './which-posts.ts'

const baseUrl = 'https://photofeed.test'
const mock = createMock({ baseUrl })
const apiKey = mock.key('premium')
const read: ReadPage = (apiKey, selection) =>
  createFeed({ baseUrl, apiKey, fetch: mock.fetch }).me(selection)

const none = { hiddenPosts: null, pinnedPosts: null, withWords: null, withoutWords: null }

/** Returns the places of the posts on the first page, counted from the newest. */
async function placesOf(options: (ids: readonly string[]) => Partial<typeof none>) {
  const { posts } = await read(apiKey, { pageSize: 9, cursor: null }, request)
  const ids = posts.map(({ id }) => id)
  const context = { ...none, ...options(ids) } as ViewContext
  const choose = createChoice(context, [apiKey], read, () => {})
  const page = await choose({ ...request, pageSize: 4 })
  return page.posts.map(({ id }) => ids.indexOf(id))
}

const request = { cursor: '', shown: [], signal: new AbortController().signal, isFresh: false }

test.each<[string, (ids: readonly string[]) => object, number[]]>([
  ['no choice', () => ({}), [0, 1, 2, 3]],
  ['some hidden', ([a, , c]) => ({ hiddenPosts: `${a} ${c}` }), [1, 3, 4, 5]],
  ['some pinned', (ids) => ({ pinnedPosts: `${ids[6]} ${ids[1]}` }), [6, 1, 0, 2]],
  [
    'one hidden and pinned',
    ([a, b]) => ({ pinnedPosts: `${b} ${a}`, hiddenPosts: a }),
    [1, 2, 3, 4],
  ],
])('the posts with %s', async (_, options, places) => {
  expect(await placesOf(options)).toEqual(places)
})

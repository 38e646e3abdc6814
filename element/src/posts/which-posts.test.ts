import { createFeed } from '@photofeed/sdk'
import { expect, test } from 'vitest'
import { createMock } from '../../../mock-server/src/index.ts'
import type { ReadPage, ViewContext } from '../view/context.ts'
import { choosePage } from './chosen-posts.ts'
import { createChoice } from './which-posts.ts'

const baseUrl = 'https://photofeed.test'
const mock = createMock({ baseUrl })
const apiKey = mock.key('premium')
const read: ReadPage = (apiKey, selection) =>
  createFeed({ baseUrl, apiKey, fetch: mock.fetch }).me(selection)

const none = { hiddenPosts: null, pinnedPosts: null, withWords: null, withoutWords: null }

/** Returns the places of the posts that a page and a server show first, counted from the newest. */
async function placesOf(options: (ids: readonly string[]) => Partial<typeof none>) {
  const newest = await read(apiKey, { pageSize: 9, cursor: null }, request)
  const ids = newest.posts.map(({ id }) => id)
  const context = { ...none, ...options(ids) } as ViewContext
  const choose = createChoice(context, [apiKey], read, () => {})
  const shown = await choose({ ...request, pageSize: 4 })
  const rendered = choosePage([newest], context)
  return [shown, rendered].map(({ posts }) =>
    posts
      .map(({ id }) => ids.indexOf(id))
      .filter((place) => place >= 0)
      .slice(0, 4),
  )
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
  ['words', () => ({ withWords: 'cake #quietplaces', withoutWords: 'coffee' }), [2, 3]],
  [
    'one pinned that has none of the words',
    (ids) => ({ pinnedPosts: ids[5], withWords: '#quietplaces' }),
    [5, 2, 7],
  ],
  [
    'one pinned that has words which others may not have',
    (ids) => ({ pinnedPosts: `${ids[2]} ${ids[6]}`, withoutWords: '#quietplaces' }),
    [2, 6, 0, 1],
  ],
])('the posts with %s', async (_, options, places) => {
  expect(await placesOf(options)).toEqual([places, places])
})

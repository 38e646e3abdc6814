import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createFeed, type Post } from '../src/entries/index.ts'
import { accountBody } from './support/account-body.ts'
import { apiKey, baseUrl } from './support/fake-fetch.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const pages = 100
const perPage = 100

/** A feed of 10,000 posts; the cursor is the page's number. */
async function longFeed(url: string): Promise<Response> {
  const number = Number(new URL(url).searchParams.get('page[cursor]') ?? 0)
  const ids = Array.from({ length: perPage }, (_, index) => `${number * perPage + index}`)
  const next = number + 1 < pages ? `${number + 1}` : null
  return Response.json(accountBody(ids, { ...(next && { next }) }))
}

test('iterating 10,000 posts keeps at most two pages in memory', async () => {
  const feed = createFeed({ baseUrl, apiKey, fetch: longFeed })
  const seen: WeakRef<Post>[] = []
  let most = 0
  for await (const post of feed.posts()) {
    seen.push(new WeakRef(post))
    if (seen.length % 2500 !== 50) continue
    // WeakRef keeps its target alive until the end of the task that read it.
    await new Promise((resolve) => setTimeout(resolve))
    // The first one may end a marking that began while older posts were in use.
    collectGarbage()
    collectGarbage()
    most = Math.max(most, seen.filter((reference) => reference.deref()).length)
  }
  expect(seen).toHaveLength(pages * perPage)
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(2 * perPage)
})

import { onQuery } from './graphql.ts'
import {
  altered,
  changed,
  keyOf,
  type Mutant,
  mutantsOf,
  onJson,
  pathOf,
  queryOf,
  set,
} from './mutant.ts'

const me = '/api/v1/me'

/** Every page shows a post of the account that was read first. */
function leakingPost(): Mutant['handle'] {
  let owner: string | null = null
  let id: string | null = null
  return onJson(me, (page, request) => {
    const key = keyOf(request)
    if (owner === null && page.posts.length > 0) {
      owner = key
      id = page.posts[0].id
    } else if (key !== owner && page.posts.length > 0) page.posts[0].id = id
  })
}

/** Every second response to a request has its posts in another order. */
function changingOrder(): Mutant['handle'] {
  const seen = new Set<string>()
  return onJson(me, (page, { url }) => {
    if (seen.has(url)) page.posts.reverse()
    seen.add(url)
  })
}

/** A cursor reads the account that it was made for. */
function cursorsWithAnAccount(): Mutant['handle'] {
  const owners = new Map<string, string>()
  return async (request, respond) => {
    const cursor = queryOf(request).get('page[cursor]')
    const owner = cursor === null ? undefined : owners.get(cursor)
    const isForeign = owner !== undefined && owner !== keyOf(request)
    const response = await respond(
      isForeign ? changed(request, { query: (query) => query.set('api_key', owner) }) : request,
    )
    if (pathOf(request) !== me || response.status !== 200) return response
    const page = await response.json()
    const key = keyOf(request)
    const { nextCursor } = page.pagination
    // Accounts may have equal cursors: they belong to the first.
    if (key !== null && typeof nextCursor === 'string' && !owners.has(nextCursor))
      owners.set(nextCursor, key)
    return altered(response, { body: JSON.stringify(page) })
  }
}

/** The key is a variable that every request writes. */
function sharedKey(): Mutant['handle'] {
  let shared = ''
  return async (request, respond) => {
    if (pathOf(request) !== '/api/v1/accounts' || !keyOf(request)) return respond(request)
    shared = String(keyOf(request))
    await new Promise((resolve) => setTimeout(resolve, 30))
    return respond(changed(request, { query: (query) => query.set('api_key', shared) }))
  }
}

/** The first page is kept for every request of its path. */
function cacheByPath(): Mutant['handle'] {
  let kept: string | null = null
  return async (request, respond) => {
    const response = await respond(request)
    if (pathOf(request) !== me) return response
    if (kept === null && response.status === 200) kept = await response.clone().text()
    return kept === null ? response : altered(response, { status: 200, body: kept })
  }
}

export const isolationMutants = mutantsOf({
  'responses-are-stable: equal requests have two orders': changingOrder(),
  'no-parameter-selects-an-account: user is another': onJson(me, (page, request) => {
    if (queryOf(request).has('user')) page.posts = []
  }),
  'accounts-are-apart: pages show a post of another account': leakingPost(),
  'posts-of-other-accounts: post reads any account': onQuery(
    /caption \} \}"/,
    set('data', { post: { id: '1', caption: 'Of another account' } }),
  ),
  'cursors-of-other-accounts: a cursor reads the account that it was made for':
    cursorsWithAnAccount(),
  'accounts-at-the-same-time: requests at the same time share a key': sharedKey(),
  'queries-are-told-apart: a cache leaves out the query': cacheByPath(),
})

import { onQuery } from './graphql.ts'
import { changed, keyOf, type Mutant, mutantsOf, onJson, pathOf, queryOf, set } from './mutant.ts'
import { otherQuery } from './other-query.ts'

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
  const owners = new Map<string | null, string | null>()
  const ofOwner = otherQuery(
    (query) => owners.has(query.get('page[cursor]')),
    (query) => query.set('api_key', String(owners.get(query.get('page[cursor]')))),
  )
  const noting = onJson(me, ({ pagination: { nextCursor } }, request) => {
    // Accounts may have equal cursors: they belong to the first.
    if (nextCursor && !owners.has(nextCursor)) owners.set(nextCursor, keyOf(request))
  })
  return (request, respond) => noting(request, (one) => ofOwner(one, respond))
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

/** Pages at the same time share a variable. */
function sharedPagination(): Mutant['handle'] {
  let open = 0
  const mixed = onJson(me, ({ pagination }) => {
    if (open > 1) pagination.prevCursor = 'of-another-page'
  })
  return (request, respond) => {
    open += 1
    return mixed(request, respond).finally(() => {
      open -= 1
    })
  }
}

/** Responses are stored by a part of their request; where there is none, they are not stored. */
function storedBy(
  partOf: (request: Request) => string | null | Promise<string | null>,
): Mutant['handle'] {
  const stored = new Map<string, Response>()
  return async (request, respond) => {
    const part = await partOf(request.clone())
    const known = stored.get(part ?? '') ?? (await respond(request))
    if (part && known.status === 200) stored.set(part, known.clone())
    return known
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
  'first-page-has-no-previous: pages at the same time share their pagination': sharedPagination(),
  'queries-are-told-apart: a cache leaves out the query': storedBy((request) =>
    pathOf(request) === me ? me : null,
  ),
  'comments-on-request: a cache leaves out all but the last of equal names': storedBy((request) =>
    pathOf(request) === me ? JSON.stringify(Object.fromEntries(queryOf(request))) : null,
  ),
  'graphql-cursor: a cache leaves out the variables': storedBy(async (request) => {
    const text = pathOf(request) === '/graphql' ? await request.text() : ''
    return text && text.replace(/,"variables".*/, '') + keyOf(request)
  }),
})

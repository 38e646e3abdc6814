import { account, post } from '@photofeed/mock-server'
import { parameters } from '@photofeed/openapi'
import { expect, test } from 'vitest'
import { paths } from '../src/http/request-spec.ts'
import { checkContract } from '../src/index.ts'
import { altered, type Json } from './mutants/mutant.ts'
import { mockOfFile } from './support/conforming-server.ts'

const kinds = [post.image, post.video, post.album]
const ofPosts = (count: number) =>
  account({
    scenario: `posts-${count}`,
    posts: Array.from({ length: count }, (_, index) => (kinds[index % 3] ?? post.image)()),
  })
const unstored = account({
  scenario: 'unstored',
  posts: [1, 2, 3].map(() => post.image({ stored: false })),
})
const counts = [1, 2, 3, 4, 5, 6, 7, 8, 34]

const mock = await mockOfFile({ accounts: [...counts.map(ofPosts), unstored] })

/** Returns the rules that do not pass, and are not skipped, for a server that responds in another way than the mock. */
async function complaints(name: string, respond: typeof fetch = fetch) {
  const { rules } = await checkContract({
    url: mock.url,
    accounts: { [name]: mock.key(name) },
    fetch: respond,
  })
  return rules
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'warning')
    .map(({ id, findings }) => `${id}: ${findings[0]?.at}`)
}

test.each(counts)('an account may have %i posts', async (count) => {
  expect(await complaints(`posts-${count}`)).toEqual([])
})

/** Changes JSON; the number is another one in each response. */
function rewriting(change: (text: string, number: number) => string): typeof fetch {
  let number = 0
  return async (input, init) => {
    const restored = (text: string) => text.replaceAll(/~\d+/g, '')
    const body = typeof init?.body === 'string' ? { body: restored(init.body) } : {}
    const response = await fetch(restored(String(input)), { ...init, ...body })
    if (response.headers.get('content-type') !== 'application/json') return response
    number += 1
    return altered(response, { body: change(await response.text(), number) })
  }
}

test('a cursor may be another text in each response', async () => {
  const change = (text: string, number: number) =>
    text.replaceAll(/("(?:next|prev)Cursor":"[^"]*)"/g, `$1~${number}"`)
  expect(await complaints('posts-8', rewriting(change))).toEqual([])
})

test('the beginning of a cursor may be a cursor of another page', async () => {
  const other = (url: string) => url.replace(/page%5Bcursor%5D=[\w-]{20,30}$/, 'filter[type]=VIDEO')
  const respond: typeof fetch = (input, init) => fetch(other(String(input)), init)
  expect(await complaints('posts-34', respond)).toEqual([])
})

test('the URL of media that is not stored may be signed for each response', async () => {
  const change = (text: string, number: number) =>
    text.replaceAll(/(https?:[^"?]*)\?[^"]*"/g, `$1?signature=${number}"`)
  expect(await complaints('unstored', rewriting(change))).toEqual([])
})

test('a parameter that the service does not know may be an error', async () => {
  const known = ['api_key', 'cursor', 'include', ...Object.keys(parameters)]
  const respond: typeof fetch = (input, init) => {
    const url = new URL(String(input))
    const isKnown = [...url.searchParams.keys()].every((name) => known.includes(name))
    if (url.pathname === paths.me && !isKnown) url.searchParams.set('page[size]', '0')
    return fetch(url, init)
  }
  expect(await complaints('posts-34', respond)).toEqual([])
})

test('the types of the schema may have other names, but the SDK knows ours', async () => {
  const types = { Account: 'Owner', Post: 'Item' }
  const respond: typeof fetch = async (input, init) => {
    let body = typeof init?.body === 'string' ? init.body : undefined
    for (const [ours, other] of Object.entries(types))
      body = body
        ?.replaceAll(` on ${ours} `, ' on None ')
        .replaceAll(` on ${other} `, ` on ${ours} `)
    const response = await fetch(input, { ...init, ...(body && { body }) })
    if (body === undefined) return response
    let text = await response.text()
    for (const [ours, other] of Object.entries(types))
      text = text.replaceAll(`"__typename":"${ours}"`, `"__typename":"${other}"`)
    return altered(response, { body: text })
  }
  expect(await complaints('posts-34', respond)).toEqual(['graphql-sdk-documents: errors'])
})

test('a date may be a scalar, so that an invalid one is found before the query runs', async () => {
  const respond: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (!String(init?.body).includes('yesterday')) return response
    const { errors } = await response.json()
    const early = errors.map(({ message, locations }: Json) => ({ message, locations }))
    return altered(response, { body: JSON.stringify({ errors: early }) })
  }
  expect(await complaints('posts-34', respond)).toEqual([])
})

test('a body over the cap may be a 413', async () => {
  const respond: typeof fetch = async (input, init) => {
    const { length } = String(init?.body ?? '')
    if (length > 65_536) return new Response('', { status: 413 })
    return fetch(input, init)
  }
  expect(await complaints('posts-34', respond)).toEqual([])
})

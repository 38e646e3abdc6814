import { expect, test } from 'vitest'
import { typeErrors } from '../../../test-support/type-errors.ts'

const options = { target: 'es2022', lib: ['es2022', 'dom'], module: 'nodenext' }

test('errors narrow to what is there, by codes that exist', async () => {
  const program = `
import { createFeed, isPhotofeedError, safe, type FeedError } from '@photofeed/sdk'
import { createRestClient } from '@photofeed/sdk/rest'
const feed = createFeed({ baseUrl: 'https://feed.example', apiKey: '' })
const result = await safe(feed.me())
export const texts: string[] = []
if (!result.ok) {
  const { error } = result
  texts.push(error.message, error.hint, error.code)
  if (isPhotofeedError(error, 'VALIDATION_ERROR')) texts.push(error.errors[0].detail, String(error.connection?.stale))
  if (isPhotofeedError(error, 'TIMEOUT')) texts.push(error.option, error.timeout.toFixed())
  if (isPhotofeedError(error, 'RATE_LIMITED')) texts.push(error.excerpt, error.status.toFixed())
  if (isPhotofeedError(error, 'GRAPHQL')) texts.push(...Object.keys(error.validation))
  error.toJSON()
  isPhotofeedError(error, 'TIMOUT')
}
export const titleOf = (error: FeedError) => error.name === 'GraphQLError' ? error.validation : error.hint
const page = await feed.me({ include: ['children'] })
const second = await feed.next({ request: page.request, pagination: page.pagination })
export const ids = second?.posts.map(({ id }) => id)
export const third = (await feed.next(page))?.posts[0]?.children.length
export const platform: typeof fetch = feed.fetch
const { data } = await createRestClient(feed).GET('/api/v1/me', { params: { query: { 'page[size]': 3 } } })
export const first: string | undefined = data?.posts[0]?.id
`
  expect(await typeErrors({ 'program.mts': program }, options)).toEqual([
    "Property 'toJSON' does not exist on type 'FeedErrorDetail'.",
    expect.stringMatching(/^Argument of type '"TIMOUT"' is not assignable to parameter of type/),
  ])
})

test('a method with a selection has the types of what that includes', async () => {
  const program = `
import type { Feed, FeedPage, FeedPost, MeOptions } from '@photofeed/sdk'
type Include = MeOptions['include']
type Selected<I extends Include> = FeedPage<FeedPost<I>> | FeedPost<I>
type Selecting = <const I extends Include>(options: MeOptions<I>) => Promise<Selected<I>> | AsyncIterable<Selected<I>>
type Selects<Name extends keyof Feed> = 'include' extends keyof NonNullable<Parameters<Feed[Name]>[0]> ? Name : never
export const name: { [Name in keyof Feed]: Selects<Name> }[keyof Feed] = 'me'
export const losing: Record<{ [Name in keyof Feed]: Feed[Selects<Name>] extends Selecting ? never : Name }[keyof Feed], true> = {}
`
  expect(await typeErrors({ 'program.mts': program }, options)).toEqual([])
})

import { expect, test } from 'vitest'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { survey } from './survey.ts'

interface Page {
  posts: object[]
  perPage: number
  nextCursor?: string | null
}

const post = { id: '1' }

/** The plan of an account with these responses: the page of 100 posts, and that of one. */
async function planOf(everything: Page, one?: Page) {
  const { plan } = await survey('key', 'account', async (spec, account) => {
    const isOne = spec.query?.['page[size]'] === 1
    const { posts, perPage, nextCursor = null } = (isOne ? one : everything) as Page
    const json = { posts, pagination: { perPage, nextCursor } }
    return exchange(spec, account, json)
  })
  return plan
}

function exchange(spec: Exchange['spec'], account: SurveyedAccount, json: unknown): Exchange {
  const text = JSON.stringify(json)
  const request = { method: 'GET', url: 'https://feed.example', headers: {}, body: null }
  const bytes = new TextEncoder().encode(text)
  return { spec, account, request, json, text, bytes, status: 200, headers: new Headers() }
}

const six = Array.from({ length: 6 }, () => post)

test('the plan follows from the page size that was used', async () => {
  expect(await planOf({ posts: six, perPage: 6 })).toBe('free')
  expect(await planOf({ posts: [...six, post], perPage: 100 })).toBe('premium')
  expect(await planOf({ posts: [], perPage: 100 })).toBe('premium')
})

test('an account on Premium with six posts and no stored media is on Premium', async () => {
  const everything = { posts: six, perPage: 100 }
  expect(await planOf(everything, { posts: [post], perPage: 1, nextCursor: 'a' })).toBe('premium')
})

test('an account on Free whose page size is not capped is on Free', async () => {
  expect(await planOf({ posts: six, perPage: 100 }, { posts: [post], perPage: 1 })).toBe('free')
})

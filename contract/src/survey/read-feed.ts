import { parameters, plans, type SortValue } from '@photofeed/openapi'
import { NoResponse, RequestLimitReached } from '../http/contract-error.ts'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { me, type RequestSpec } from '../http/request-spec.ts'
import { type Feed, type Order, orderings, orderName, type Post } from '../judging/feed.ts'
import { Mismatch } from '../judging/finding.ts'
import { pageOf } from '../judging/responses.ts'

export type Send = (spec: RequestSpec, account: SurveyedAccount) => Promise<Exchange>

/** Pages that are read in each ordering; of larger accounts the beginning of an ordering is known. */
const mostPages = 5

/**
 * Reads the posts in each ordering, the orderings at the same time.
 *
 * @param everything the first page of the default ordering
 */
export async function readFeed(everything: Exchange, send: Send): Promise<Feed> {
  const orders = await Promise.all(
    orderings.map(async (sort) => {
      // Rules about the ordering find out why there is no response.
      const order = await readOrder(sort, everything, send).catch(withoutResponse)
      return [orderName(sort), order ?? unknown] as const
    }),
  )
  return new Map(orders)
}

const unknown: Order = { posts: [], isWhole: false }

/** Ends early where pages do not lead on: rules about cursors find out why. */
async function readOrder(sort: SortValue, everything: Exchange, send: Send): Promise<Order> {
  const { account } = everything
  const posts = new Map<string, Post>()
  const whole = { sort, 'page[size]': plans.premium.maximumPageSize }
  const isDefault = sort === parameters.sort.default
  let page = isDefault ? everything : await send(me(whole), account)
  for (let count = 1; ; count += 1) {
    const found = readPage(page)
    const known = posts.size
    for (const post of found?.posts ?? []) posts.set(post.id, post)
    const cursor = found?.pagination.nextCursor ?? null
    const isWhole = found !== null && cursor === null
    const leadsOn = found !== null && posts.size === known + found.posts.length
    if (cursor === null || !leadsOn || count === mostPages) {
      return { posts: [...posts.values()], isWhole: isWhole && leadsOn }
    }
    page = await send(me({ ...whole, 'page[cursor]': cursor }), account)
  }
}

function withoutResponse(error: unknown): null {
  if (error instanceof NoResponse || error instanceof RequestLimitReached) return null
  throw error
}

function readPage(exchange: Exchange) {
  try {
    return pageOf(exchange)
  } catch (error) {
    if (error instanceof Mismatch) return null
    throw error
  }
}

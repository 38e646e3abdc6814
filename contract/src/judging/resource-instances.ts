// Where the objects of the contract are in responses. Values are as they were sent: rules about their fields judge the types.
import type { PlanName, Schemas } from '@photofeed/openapi'
import { type Exchange, oncePerExchange } from '../http/exchange.ts'
import { isObject } from '../http/json.ts'
import { paths } from '../http/request-spec.ts'
import type { Expect } from './expect.ts'
import { type ErrorEntry, errorsOf } from './responses.ts'

export interface Instance<Value = Record<string, unknown>> {
  /** A path into the body. */
  at: string
  value: Value
}

/** Finds the objects of a kind in a response. */
export type Find<Value = Record<string, unknown>> = (exchange: Exchange) => Instance<Value>[]

/** Judges each object of a kind by itself. */
export function each<Value>(
  find: Find<Value>,
  judge: (value: Value, at: string, exchange: Exchange, expect: Expect) => void,
) {
  return {
    about: (exchange: Exchange) => find(exchange).length > 0,
    judge(exchange: Exchange, expect: Expect) {
      for (const { at, value } of find(exchange)) judge(value, at, exchange, expect)
    },
  }
}

/** That no object of a kind has these fields. */
export function eachLacks(find: Find<object>, fields: readonly string[]) {
  return each(find, (value, at, exchange, expect) => {
    for (const field of fields)
      expect.same(exchange, `${at}.${field}`, undefined, Reflect.get(value, field))
  })
}

/** Only the objects that pass the test. */
export function only<Value>(find: Find<Value>, test: (value: Value) => boolean): Find<Value> {
  return (exchange) => find(exchange).filter(({ value }) => test(value))
}

/** Only in responses to accounts of a plan. */
export function ofPlan<Value>(plan: PlanName, find: Find<Value>): Find<Value> {
  return (exchange) => (exchange.account.plan === plan ? find(exchange) : [])
}

/** The page of a 200 of /api/v1/me, if it is an object. */
const pages = oncePerExchange(({ spec, request, status, json }: Exchange) =>
  spec.path === paths.me && request.method === 'GET' && status === 200
    ? objects<Schemas['AccountWithPosts']>('', json)
    : [],
)

const posts = oncePerExchange((exchange: Exchange) =>
  pages(exchange).flatMap(({ value }) => inList<Schemas['Post']>('posts', value.posts)),
)

const children = oncePerExchange((exchange: Exchange) =>
  posts(exchange).flatMap(({ at, value }) =>
    inList<Schemas['Child']>(`${at}.children`, value.children),
  ),
)

export const all = {
  pages,
  posts,
  children,
  paginations: oncePerExchange((exchange: Exchange) =>
    pages(exchange).flatMap(({ value }) =>
      objects<Schemas['Pagination']>('pagination', value.pagination),
    ),
  ),
  comments: oncePerExchange((exchange: Exchange) =>
    posts(exchange).flatMap(({ at, value }) =>
      inList<Schemas['Comment']>(`${at}.comments`, value.comments),
    ),
  ),
  /** Of posts and of their children. */
  sizes: oncePerExchange((exchange: Exchange) =>
    [...posts(exchange), ...children(exchange)].flatMap(({ at, value }) =>
      objects<Schemas['Sizes']>(`${at}.sizes`, value.sizes),
    ),
  ),
  errorEntries: oncePerExchange((exchange: Exchange) =>
    exchange.status < 400 ? [] : inList<ErrorEntry>('errors', errorsOf(exchange)),
  ),
}

function inList<Value>(at: string, list: unknown): Instance<Value>[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((value, index) => objects<Value>(`${at}[${index}]`, value))
}

function objects<Value>(at: string, value: unknown): Instance<Value>[] {
  return isObject(value) ? [{ at, value: value as Value }] : []
}

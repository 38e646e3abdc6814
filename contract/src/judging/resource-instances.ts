// Where the objects of the contract are in responses.
import type { Schemas } from '@photofeed/openapi'
import { type Exchange, isObject, oncePerExchange } from '../http/exchange.ts'
import { accountsPath, mePath } from '../http/request-spec.ts'
import type { Finding } from './finding.ts'
import { errorsOf, isPage, pageOf } from './responses.ts'

type Post = Schemas['Post']

export interface Instance {
  /** A path into the body. */
  at: string
  value: Record<string, unknown>
}

/** Finds the objects of a kind in a response. */
export type Find = (exchange: Exchange) => Instance[]

/** Judges each object of a kind by itself. */
export function each(
  find: Find,
  judge: (value: Record<string, unknown>, at: string, exchange: Exchange) => Finding[],
) {
  return {
    about: (exchange: Exchange) => find(exchange).length > 0,
    judge: (exchange: Exchange) =>
      find(exchange).flatMap(({ at, value }) => judge(value, at, exchange)),
  }
}

/** Only the objects that pass the test. */
export function only<Value>(find: Find, test: (value: Value) => boolean): Find {
  return (exchange) => find(exchange).filter(({ value }) => test(value as Value))
}

/** Only in responses to accounts of a plan. */
export function ofPlan(plan: string, find: Find): Find {
  return (exchange) => (exchange.account.plan === plan ? find(exchange) : [])
}

/** As they were sent, for rules about their fields. A page that is no object lacks all of them. */
export const raw = {
  pages: oncePerExchange(({ spec, status, json }: Exchange): Instance[] =>
    spec.path === mePath && status === 200 ? objects('', isObject(json) ? json : {}) : [],
  ),
  paginations: oncePerExchange((exchange: Exchange): Instance[] =>
    raw.pages(exchange).flatMap(({ value }) => objects('pagination', value.pagination)),
  ),
  posts: oncePerExchange((exchange: Exchange): Instance[] =>
    raw.pages(exchange).flatMap(({ value }) => inList('posts', value.posts)),
  ),
  children: oncePerExchange((exchange: Exchange): Instance[] =>
    raw.posts(exchange).flatMap(({ at, value }) => inList(`${at}.children`, value.children)),
  ),
  comments: oncePerExchange((exchange: Exchange): Instance[] =>
    raw.posts(exchange).flatMap(({ at, value }) => inList(`${at}.comments`, value.comments)),
  ),
  /** Of posts and of their children. */
  sizes: oncePerExchange((exchange: Exchange): Instance[] =>
    [...raw.posts(exchange), ...raw.children(exchange)].flatMap(({ at, value }) =>
      objects(`${at}.sizes`, value.sizes),
    ),
  ),
  errorEntries: oncePerExchange((exchange: Exchange): Instance[] =>
    exchange.status < 400 ? [] : inList('errors', errorsOf(exchange)),
  ),
  /** The attributes of the JSON:API resource of /api/v1/accounts. */
  attributes: oncePerExchange(({ spec, status, json }: Exchange): Instance[] => {
    if (spec.path !== accountsPath || status !== 200 || !isObject(json)) return []
    return isObject(json.data) ? objects('data.attributes', json.data.attributes) : []
  }),
}

/** Posts of a page, with values that can be trusted; none in other responses. */
export const posts = oncePerExchange((exchange: Exchange): Instance[] =>
  isPage(exchange) ? inList('posts', pageOf(exchange).posts) : [],
)

export const children = oncePerExchange((exchange: Exchange): Instance[] =>
  posts(exchange).flatMap(({ at, value }) =>
    inList(`${at}.children`, (value as Partial<Post>).children),
  ),
)

export const comments = oncePerExchange((exchange: Exchange): Instance[] =>
  posts(exchange).flatMap(({ at, value }) =>
    inList(`${at}.comments`, (value as Partial<Post>).comments),
  ),
)

export const sizes = oncePerExchange((exchange: Exchange): Instance[] =>
  [...posts(exchange), ...children(exchange)].flatMap(({ at, value }) =>
    objects(`${at}.sizes`, value.sizes),
  ),
)

function inList(at: string, list: unknown): Instance[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((value, index) => objects(`${at}[${index}]`, value))
}

function objects(at: string, value: unknown): Instance[] {
  return isObject(value) ? [{ at, value }] : []
}

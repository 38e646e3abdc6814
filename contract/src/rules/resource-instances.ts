// Where the objects of the contract stand in answers.

import { accountsPath, mePath } from '../http/ask.ts'
import { type Exchange, oncePerExchange } from '../http/exchange.ts'
import { errorsOf, isObject, isPage, type Page } from '../judging/answers.ts'
import type { Instance } from './schema-rules.ts'

export const pages = oncePerExchange((exchange: Exchange): Instance[] => {
  const { ask, status, json } = exchange
  return ask.path === mePath && status === 200 ? objects('', json) : []
})

export const paginations = oncePerExchange((exchange: Exchange): Instance[] => {
  return isPage(exchange) ? objects('pagination', (exchange.json as Page).pagination) : []
})

export const posts = oncePerExchange((exchange: Exchange): Instance[] => {
  return isPage(exchange) ? inList('posts', (exchange.json as Page).posts) : []
})

export const children = oncePerExchange((exchange: Exchange): Instance[] => {
  return posts(exchange).flatMap(({ at, value }) => inList(`${at}.children`, value.children))
})

export const comments = oncePerExchange((exchange: Exchange): Instance[] => {
  return posts(exchange).flatMap(({ at, value }) => inList(`${at}.comments`, value.comments))
})

/** Of posts and of their children. */
export const sizes = oncePerExchange((exchange: Exchange): Instance[] => {
  return [...posts(exchange), ...children(exchange)].flatMap(({ at, value }) =>
    objects(`${at}.sizes`, value.sizes),
  )
})

export const errorEntries = oncePerExchange((exchange: Exchange): Instance[] => {
  if (exchange.status < 400) return []
  return inList('errors', errorsOf(exchange))
})

/** The attributes of the JSON:API resource of /api/v1/accounts. */
export const attributes = oncePerExchange((exchange: Exchange): Instance[] => {
  if (exchange.ask.path !== accountsPath || exchange.status !== 200) return []
  const { data } = (exchange.json ?? {}) as { data?: { attributes?: unknown } }
  return objects('data.attributes', data?.attributes)
})

function inList(at: string, list: unknown): Instance[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((value, index) => objects(`${at}[${index}]`, value))
}

function objects(at: string, value: unknown): Instance[] {
  return isObject(value) ? [{ at, value }] : []
}

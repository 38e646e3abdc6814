// What a judgement reads out of an answer; each of these throws a Mismatch when the answer is something else.
import { type ProblemCode, problems, type Schemas } from '@photofeed/openapi'
import { mePath } from '../http/ask.ts'
import type { Exchange } from '../http/exchange.ts'
import { type Finding, holds, Mismatch, same, shown } from './finding.ts'

export type Page = Schemas['AccountWithPosts']

/** The page of a 200 of /api/v1/me. */
export function pageOf(exchange: Exchange): Page {
  requireStatus(exchange, 200)
  if (isPage(exchange)) return exchange.json as Page
  throw new Mismatch({
    exchange,
    at: 'body',
    expected: 'an account with posts',
    got: excerpt(exchange),
  })
}

/** Whether the answer is a page of posts, so far that it can be looked into. */
export function isPage({ status, json, ask }: Exchange): boolean {
  const page = json as Partial<Page> | null | undefined
  return (
    status === 200 &&
    ask.path === mePath &&
    Array.isArray(page?.posts) &&
    page.posts.every((post) => typeof post === 'object' && post !== null) &&
    typeof page.pagination === 'object' &&
    page.pagination !== null
  )
}

/** The JSON object of a 200. */
export function objectOf(exchange: Exchange): Record<string, unknown> {
  requireStatus(exchange, 200)
  if (isObject(exchange.json)) return exchange.json
  throw new Mismatch({ exchange, at: 'body', expected: 'a JSON object', got: excerpt(exchange) })
}

/** The error entries of a JSON:API error document; empty when it is none. */
export function errorsOf({ json }: Pick<Exchange, 'json'>): Schemas['Error'][] {
  const errors = (json as Partial<Schemas['ErrorDocument']> | null | undefined)?.errors
  return Array.isArray(errors) ? (errors.filter(isObject) as Schemas['Error'][]) : []
}

export function requireStatus(exchange: Exchange, status: number): void {
  if (exchange.status === status) return
  throw new Mismatch({ exchange, at: 'status', expected: String(status), got: withCode(exchange) })
}

/** That an answer is the error of the catalogue, by status and code; its form is judged by the rules about errors. */
export function isProblem(exchange: Exchange, code: ProblemCode): Finding[] {
  requireStatus(exchange, problems[code].status)
  const codes = errorsOf(exchange).map((error) => error.code)
  return holds(codes.includes(code), exchange, 'errors[0].code', shown(code), codes[0])
}

/** That a 422 has exactly one entry for each of the parameters, in any order. */
export function refuses(exchange: Exchange, ...parameters: string[]): Finding[] {
  const found = isProblem(exchange, 'VALIDATION_ERROR')
  if (found.length > 0) return found
  const sources = errorsOf(exchange).map((error) => error.source?.parameter ?? 'none')
  return same(exchange, 'errors[].source.parameter', [...parameters].sort(), sources.sort())
}

export function excerpt({ text }: Pick<Exchange, 'text'>): string {
  return shown(text.slice(0, 120))
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function withCode(exchange: Exchange): string {
  const [error] = errorsOf(exchange)
  return error ? `${exchange.status} ${error.code} (${error.detail})` : String(exchange.status)
}

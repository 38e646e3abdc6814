// What a judgment reads out of a response; each of these throws a Mismatch when the response is something else.
import { type ProblemCode, problems, type Schemas } from '@photofeed/openapi'
import { type Exchange, isObject, oncePerExchange } from '../http/exchange.ts'
import { mePath } from '../http/request-spec.ts'
import { asText, type Finding, findingUnless, Mismatch, same, shown } from './finding.ts'
import { Malformed, shapeOf, trusted } from './shapes.ts'

export type Page = Schemas['AccountWithPosts']

/** The page of a 200 of /api/v1/me, with values that can be trusted. */
export function pageOf(exchange: Exchange): Page {
  requireStatus(exchange, 200)
  const { json } = exchange
  if (isObject(json)) return trustedPage(exchange)
  const expected = 'an account with posts'
  const finding = { exchange, at: 'body', expected, got: excerpt(exchange) }
  throw new Malformed(shapeOf('AccountWithPosts').ruleOf('posts'), finding)
}

const trustedPage = oncePerExchange(
  (exchange) => trusted(shapeOf('AccountWithPosts'), exchange.json as object, '', exchange) as Page,
)

/** Whether the response should be a page: a JSON object with status 200. */
export function isPage({ status, json, spec }: Exchange): boolean {
  return status === 200 && spec.path === mePath && isObject(json)
}

/** The JSON object of a 200. */
export function objectOf(exchange: Exchange): Record<string, unknown> {
  requireStatus(exchange, 200)
  if (isObject(exchange.json)) return exchange.json
  throw new Mismatch({ exchange, at: 'body', expected: 'a JSON object', got: excerpt(exchange) })
}

/** An entry of an error document as it was sent. */
export type ErrorEntry = Partial<Record<keyof Schemas['Error'], unknown>>

/** The entries of a JSON:API error document that are objects. */
export function errorsOf({ json }: Pick<Exchange, 'json'>): ErrorEntry[] {
  const errors = isObject(json) ? json.errors : undefined
  return Array.isArray(errors) ? errors.filter(isObject) : []
}

/** The parameter that an entry names. */
export function parameterOf({ source }: ErrorEntry): unknown {
  return isObject(source) ? source.parameter : undefined
}

export function requireStatus(exchange: Exchange, status: number): void {
  if (exchange.status === status) return
  throw new Mismatch({ exchange, at: 'status', expected: String(status), got: withCode(exchange) })
}

/** That a response is the error of the catalog, by status and code; its form is judged by the rules about errors. */
export function isProblem(exchange: Exchange, code: ProblemCode): Finding[] {
  requireStatus(exchange, problems[code].status)
  const codes = errorsOf(exchange).map((error) => error.code)
  return findingUnless(codes.includes(code), exchange, 'errors[0].code', shown(code), codes[0])
}

/** That a 422 has exactly one entry for each of the parameters, in any order. */
export function isRejection(exchange: Exchange, ...parameters: string[]): Finding[] {
  const found = isProblem(exchange, 'VALIDATION_ERROR')
  if (found.length > 0) return found
  const sources = errorsOf(exchange).map((error) => asText(parameterOf(error) ?? 'none'))
  return same(exchange, 'errors[].source.parameter', [...parameters].sort(), sources.sort())
}

export function excerpt({ text }: Pick<Exchange, 'text'>): string {
  return shown(text.slice(0, 120))
}

function withCode(exchange: Exchange): string {
  const [error] = errorsOf(exchange)
  return error
    ? `${exchange.status} ${asText(error.code)} (${asText(error.detail)})`
    : String(exchange.status)
}

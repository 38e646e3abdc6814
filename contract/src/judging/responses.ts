// What a judgment reads out of a response; each of these throws a Mismatch when the response is something else.
import { problems, type Schemas } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import { isObject, valueAt } from '../http/json.ts'
import { paths } from '../http/request-spec.ts'
import { Malformed, requireFields, shapeOf } from './definition.ts'
import { asText, Mismatch, shown } from './finding.ts'

type Page = Schemas['AccountWithPosts']

/** What most rules read of a post, and of a page. Other values are as they were sent, whatever their type. */
const fieldsOfPosts = ['id', 'mediaType', 'timestamp']
const fieldsOfPagination = ['nextCursor', 'prevCursor', 'hasMore', 'perPage']

/** The page of a 200 of /api/v1/me, whose posts have an id, a type and a time, and whose pagination is complete. */
export function pageOf(exchange: Exchange): Page {
  requireStatus(exchange, 200)
  const { json } = exchange
  if (!isObject(json)) {
    const got = excerpt(exchange)
    const finding = { exchange, at: 'body', expected: 'an account with posts', got }
    throw new Malformed('me-is-an-account', finding)
  }
  if (!readable.has(json)) requirePage(json, exchange)
  readable.add(json)
  return json as unknown as Page
}

/** Pages of which all fields that most rules read are valid. */
const readable = new WeakSet<object>()

function requirePage(json: Record<string, unknown>, exchange: Exchange): void {
  requireFields(shapeOf('AccountWithPosts'), ['posts', 'pagination'], json, '', exchange)
  const { posts, pagination } = json as unknown as Page
  for (const [index, post] of posts.entries())
    requireFields(shapeOf('Post'), fieldsOfPosts, { ...post }, `posts[${index}]`, exchange)
  const shape = shapeOf('Pagination')
  requireFields(shape, fieldsOfPagination, { ...pagination }, 'pagination', exchange)
}

/** Whether the response should be a page: a JSON object with status 200. */
export function isPage({ status, json, spec, request }: Exchange): boolean {
  return status === 200 && spec.path === paths.me && request.method === 'GET' && isObject(json)
}

/** The JSON object of a 200. */
export function objectOf(exchange: Exchange): Record<string, unknown> {
  requireStatus(exchange, 200)
  if (isObject(exchange.json)) return exchange.json
  throw new Mismatch({ exchange, at: 'body', expected: 'a JSON object', got: excerpt(exchange) })
}

/** An entry of an error document as it was sent. */
export type ErrorEntry = Partial<Record<keyof Schemas['Error'], unknown>>

export function errorsOf({ json }: Pick<Exchange, 'json'>): ErrorEntry[] {
  const errors = valueAt(json, 'errors')
  return Array.isArray(errors) ? errors.filter(isObject) : []
}

/** The parameter that an entry names. */
export const parameterOf = (entry: ErrorEntry): unknown => valueAt(entry, 'source.parameter')

/** The errors of section 7.2. A proxy sends others by its own limits, like 414 for a long URL. */
const statusesOfService: readonly number[] = [
  problems.MISSING_API_KEY.status,
  problems.NOT_FOUND.status,
  problems.METHOD_NOT_ALLOWED.status,
  problems.VALIDATION_ERROR.status,
  problems.INTERNAL_SERVER_ERROR.status,
]

/** Whether a proxy may have sent the error in place of the service (section 7.6). */
export function mayBeOfProxy({ status, json }: Pick<Exchange, 'status' | 'json'>): boolean {
  const isOfService = statusesOfService.includes(status) || (isObject(json) && 'errors' in json)
  return status >= 400 && !isOfService
}

export function requireStatus(exchange: Exchange, status: number): void {
  if (exchange.status === status) return
  throw new Mismatch({ exchange, at: 'status', expected: String(status), got: withCode(exchange) })
}

export function excerpt({ text }: Pick<Exchange, 'text'>): string {
  return shown(text.slice(0, 120))
}

/** The status, with code and detail of an error. One of GraphQL has neither. */
export function withCode(exchange: Exchange): string {
  const [{ code, detail } = {}] = errorsOf(exchange)
  if (code === undefined) return String(exchange.status)
  return `${exchange.status} ${asText(code)} (${asText(detail)})`
}

/** What a rule expects where it reads the address or the cursor of its next request. */
export const wayOn = 'a string to go on with'

/** The text at a path like `pagination.nextCursor`, to go on with. */
export function textAt(exchange: Exchange, path: string): string {
  const value = valueAt(exchange.json, path)
  if (typeof value === 'string') return value
  if (exchange.status >= 400) requireStatus(exchange, 200)
  const errors = valueAt(exchange.json, 'errors')
  if (errors) throw new Mismatch({ exchange, at: 'errors', expected: 'none', got: shown(errors) })
  throw new Mismatch({ exchange, at: path, expected: wayOn, got: shown(value) })
}

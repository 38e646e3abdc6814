import {
  decodeCursor,
  type FeedResponse,
  isFeedPath,
  type QueryString,
  readMeQuery,
} from '@photofeed/core'
import {
  apiKey,
  caching,
  parameters as definitions,
  headers,
  plans,
  problemMediaType,
  routes,
} from '@photofeed/openapi'
import type { Account } from '../accounts/account.ts'
import type { MockSettings } from '../mock-options.ts'

/** A request and its response, as the rules read them. */
export interface Exchange {
  path: string
  /** Those of the query string, decoded; null if it is too long or not UTF-8. */
  parameters: QueryString | null
  header(name: string): string | undefined
  /** The account of a current or former key; null for an unknown key and for media. */
  account: Account | null
  allowParameters: readonly string[]
}

/** Returns what is wrong in an exchange, and what to do instead: each text is printed once. */
type WarningRule = (exchange: Exchange) => string | string[]

const mePath = '/api/v1/me'
const cursorName = 'page[cursor]'
const cursorNames = [cursorName, definitions[cursorName].alias] as const
const { arrayOnly } = definitions['include[]']

/** The parameters that each path reads. */
const readBy = new Map<string, readonly string[]>(
  Object.entries(routes).map(([path, { parameters }]) => {
    const ofMe = path === mePath ? [definitions[cursorName].alias] : []
    return [path, [apiKey.parameter, ...parameters, ...ofMe]]
  }),
)

function unknownParameter({ path, allowParameters, parameters }: Exchange): string[] {
  const read = readBy.get(path)
  if (!parameters || !read) return []
  function isRead(name: string): boolean {
    if (read?.includes(name) || (path === mePath && name === arrayOnly.name)) return true
    const base = name.replace(/\[[^\]]*\]$/, '')
    return [base, `${base}[]`].some((known) => read?.includes(known))
  }
  return [...new Set(parameters.names())]
    .filter((name) => !isRead(name) && !allowParameters.some((pattern) => matches(name, pattern)))
    .map(
      (name) => `The parameter ${quote(name)} is ignored. ${path} reads only ${read.join(', ')}.`,
    )
}

function matches(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}

function cursorOfAnotherOrdering({ path, account, parameters }: Exchange): string | string[] {
  if (!parameters || path !== mePath) return []
  if (!cursorNames.some((name) => parameters.has(name))) return []
  const read = readMeQuery(parameters)
  if ('invalid' in read || !read.cursor) return []
  if (account && !plans[account.account.plan].cursors) return []
  const { cursor, order } = read
  if (decodeCursor(cursor, order)) return []
  const other = Object.entries(definitions.sort.orderings).find(([, ordering]) =>
    decodeCursor(cursor, ordering),
  )
  if (!other) return []
  return `The cursor is of sort=${other[0]}, but this request has another sort, so it starts at the first page. Keep sort and filters on every page.`
}

/** `nextCursor` is null on the last page, and the client sent that null. */
function pageBehindTheLast({ path, parameters }: Exchange): string | string[] {
  if (!parameters || path !== mePath) return []
  const cursor = parameters.last(cursorName) ?? parameters.last(definitions[cursorName].alias)
  if (typeof cursor !== 'string' || !['', 'null', 'undefined'].includes(cursor)) return []
  return `The cursor is "${cursor}", so the first page is returned again. Request a next page only while pagination.hasMore is true, whatever the number of posts.`
}

function quote(name: string): string {
  return JSON.stringify(name.slice(0, 60))
}

const keyHeaders = ['authorization', 'x-api-key'] as const

function keyInHeader({ path, header }: Exchange): string[] {
  if (!isFeedPath(path)) return []
  return keyHeaders
    .filter((name) => header(name) !== undefined)
    .map(
      (name) =>
        `The header ${name} is never read. Send the key as the query parameter ${apiKey.parameter}, and nothing else.`,
    )
}

export const warningRules: readonly WarningRule[] = [
  unknownParameter,
  cursorOfAnotherOrdering,
  pageBehindTheLast,
  keyInHeader,
]

const mostTexts = 1000

/** Finds mistakes of clients in requests, and collects and prints warnings about them. In strict mode, it rejects these requests. */
export function createRequestChecker({ warnings: mode, allowParameters, print }: MockSettings) {
  /** Bounded, since clients choose the names in them. */
  const texts = new Set<string>()
  return {
    /** Returns the warnings about a request, and in strict mode the response to one that has any. */
    check(exchange: Omit<Exchange, 'allowParameters'>) {
      const rules = mode === 'off' ? [] : warningRules
      const warnings = rules.flatMap((rule) => rule({ ...exchange, allowParameters }))
      for (const text of warnings) {
        if (texts.has(text) || texts.size >= mostTexts) continue
        texts.add(text)
        print(`[photofeed mock] ${text}`)
      }
      const isRejected = mode === 'strict' && warnings.length > 0
      return { warnings, rejection: isRejected ? rejectionOf(warnings) : null }
    },
    /** Returns the warnings since the start or the last call. */
    takeWarnings(): string[] {
      const taken = [...texts]
      texts.clear()
      return taken
    },
  }
}

/** Creates an error in the format of the service, so that clients show its text like other errors. */
export function rejectionOf(warnings: readonly string[]): FeedResponse {
  const status = 400
  return {
    status,
    headers: {
      [headers.AllowOrigin.name]: headers.AllowOrigin.value,
      'Content-Type': problemMediaType,
      [headers.CacheControl.name]: caching.error,
    },
    body: JSON.stringify({
      errors: warnings.map((detail) => ({
        status: String(status),
        code: 'MOCK_WARNING',
        title: 'Warning of the mock',
        detail,
      })),
    }),
  }
}

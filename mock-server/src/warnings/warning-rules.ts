import { decodeCursor, isFeedPath, type QueryString, readMeQuery } from '@photofeed/core'
import { apiKey, parameters as definitions, plans, routes } from '@photofeed/openapi'
import type { Account } from '../accounts/account.ts'

interface Moment {
  /** Grows with each event. */
  order: number
  at: number
}

/** A request and its response, as the rules read them. */
export interface Exchange {
  method: string
  path: string
  /** What follows the `?`, as sent. */
  query: string
  /** The same, decoded; null if it is too long or not UTF-8. */
  parameters: QueryString | null
  header(name: string): string | undefined
  /** Of a POST whose body was read. */
  body: string | null
  /** Null if the client aborted the request. */
  status: number | null
  /** The account of a current or former key; null for an unknown key and for media. */
  account: Account | null
  /** When the request arrived. */
  began: Moment
  allowParameters: readonly string[]
}

interface Finding {
  /** Distinguishes causes of the same rule: each is printed once. */
  cause: string
  /** What is wrong, and what to do instead. */
  text: string
  /** Whether the strict mode lets the request pass. */
  isTolerated?: true
}

/** Checks one exchange; its name distinguishes its causes from those of other rules. */
type WarningRule = (exchange: Exchange) => Finding[]

const mePath = '/api/v1/me'
const cursorName = 'page[cursor]'
const cursorNames = [cursorName, definitions[cursorName].alias] as const
const { arrayOnly } = definitions['include[]']

const readBy = Object.fromEntries(
  Object.entries(routes).map(([path, route]) => [
    path,
    [
      apiKey.parameter,
      ...route.parameters,
      ...(path === mePath ? [definitions[cursorName].alias] : []),
    ],
  ]),
) as Record<keyof typeof routes, string[]>

function unknownParameter({ path, allowParameters, parameters }: Exchange): Finding[] {
  if (!parameters) return []
  if (!Object.hasOwn(routes, path)) return []
  const read = readBy[path as keyof typeof routes]
  const isRead = (name: string) =>
    read.includes(name) ||
    read.includes(name.replace(/\[[^\]]*\]$/, '[]')) ||
    read.includes(name.replace(/\[[^\]]*\]$/, '')) ||
    (path === mePath && name === arrayOnly.name)
  return [...new Set(parameters.names())]
    .filter((name) => !isRead(name) && !allowParameters.some((pattern) => matches(name, pattern)))
    .map((name) => ({
      cause: `${path} ${name}`,
      text: `The parameter ${quote(name)} is ignored. ${path} reads only ${read.join(', ')}.`,
    }))
}

function matches(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}

function cursorOfAnotherOrdering({ path, account, parameters }: Exchange): Finding[] {
  if (!parameters) return []
  if (path !== mePath || !cursorNames.some((name) => parameters.has(name))) return []
  const read = readMeQuery(parameters)
  if ('invalid' in read || !read.cursor) return []
  if (account && !plans[account.account.plan].cursors) return []
  const { cursor, order } = read
  if (decodeCursor(cursor, order)) return []
  const other = Object.entries(definitions.sort.orderings).find(([, ordering]) =>
    decodeCursor(cursor, ordering),
  )
  if (!other) return []
  return [
    {
      cause: `${other[0]} ${order.by} ${order.direction}`,
      text: `The cursor is of sort=${other[0]}, but this request has another sort, so it starts at the first page. Keep sort and filters on every page.`,
    },
  ]
}

/** `nextCursor` is null on the last page, and the client sent that null. */
function pageBehindTheLast({ path, parameters }: Exchange): Finding[] {
  if (!parameters) return []
  if (path !== mePath) return []
  const cursor = parameters.last(cursorName) ?? parameters.last(definitions[cursorName].alias)
  if (typeof cursor !== 'string' || !['', 'null', 'undefined'].includes(cursor)) return []
  return [
    {
      cause: cursorName,
      text: `The cursor is "${cursor}", so the first page is returned again. Request a next page only while pagination.hasMore is true, whatever the number of posts.`,
    },
  ]
}

function quote(name: string): string {
  return JSON.stringify(name.slice(0, 60))
}

const keyHeaders = ['authorization', 'x-api-key'] as const

function keyInHeader({ path, header }: Exchange): Finding[] {
  if (!isFeedPath(path)) return []
  return keyHeaders
    .filter((name) => header(name) !== undefined)
    .map((name) => ({
      cause: name,
      text: `The header ${name} is never read. Send the key as the query parameter ${apiKey.parameter}, and nothing else.`,
    }))
}

/** Clients retry sooner than a person reloads a page. */
const retryMilliseconds = 2000
const maximumRequests = 100

/**
 * Finds requests that are sent again after a 4xx (7.6). A retry begins after the rejection was sent: two components that
 * load the same page, or React's StrictMode, send their requests before that.
 */
function createRetryRule(nextEvent: () => Moment): WarningRule {
  const rejections = new Map<string, Moment>()

  return function retries({ method, path, query, body, status, began }: Exchange): Finding[] {
    if (status === null) return []
    const isRejected = status >= 400 && status < 500 && isFeedPath(path)
    if (!isRejected && rejections.size === 0) return []
    const request = `${method} ${path}?${query} ${body ?? ''}`
    const before = rejections.get(request)
    if (!isRejected) {
      rejections.delete(request)
      return []
    }
    const isLater = before !== undefined && began.order > before.order
    // For concurrent requests, the first rejection counts.
    if (before === undefined || isLater) {
      if (rejections.size >= maximumRequests) rejections.clear()
      rejections.set(request, nextEvent())
    }
    if (!isLater || began.at - before.at > retryMilliseconds) return []
    return [
      {
        cause: `${method} ${path} ${status}`,
        text: `${method} ${path} was sent again after a ${status}. A 4xx does not pass by itself: do not retry it, show its error.`,
        // A component that is mounted again, or a page that is reloaded, needs the same error again.
        isTolerated: true,
      },
    ]
  }
}

/** Returns the rules for a mock, whose retries are counted from now on. */
export function createRules(nextEvent: () => Moment): readonly WarningRule[] {
  const rules = [unknownParameter, cursorOfAnotherOrdering, pageBehindTheLast, keyInHeader]
  return [...rules, createRetryRule(nextEvent)]
}

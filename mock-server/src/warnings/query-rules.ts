import { decodeCursor, readMeQuery, readQueryString } from '@photofeed/core'
import { apiKey, parameters, plans, routes } from '@photofeed/openapi'
import type { Exchange, Finding, WarningRule } from './exchange.ts'

const mePath = '/api/v1/me'
const cursorName = 'page[cursor]'
const dateNames = ['filter[publishedAfter]', 'filter[publishedBefore]'] as const
const { arrayOnly } = parameters['include[]']

/** What a query string alone can tell. */
export const queryRules: readonly WarningRule[] = [
  includeWithoutBrackets,
  rawPlus,
  unknownParameter,
  cursorOfAnotherOrdering,
  pageBehindTheLast,
]

function includeWithoutBrackets({ path, query }: Exchange): Finding[] {
  if (path !== mePath || !readQueryString(query)?.has(arrayOnly.name)) return []
  return [
    {
      cause: arrayOnly.name,
      text: `${arrayOnly.name}=… is refused. Write include[]=…, once for each of ${parameters['include[]'].values.join(' and ')}.`,
    },
  ]
}

/** A date whose offset arrived with a blank, as `+` reads (4.1, rule 5). */
function rawPlus({ path, query }: Exchange): Finding[] {
  if (path !== mePath) return []
  return dateNames
    .filter((name) => / \d\d:?(\d\d)?$/.test(String(readQueryString(query)?.last(name) ?? '')))
    .map((name) => ({
      cause: name,
      text: `The + in the offset of ${name} is read as a space. Send it as %2B, or build the query with URLSearchParams.`,
    }))
}

/** Names that the path reads; every other is ignored. */
function unknownParameter({ path, query, allowParameters }: Exchange): Finding[] {
  if (!Object.hasOwn(routes, path) || query === '') return []
  const read: readonly string[] = [
    apiKey.parameter,
    ...routes[path as keyof typeof routes].parameters,
    ...(path === mePath ? [parameters[cursorName].alias] : []),
  ]
  const isRead = (name: string) =>
    read.includes(name) ||
    read.includes(name.replace(/\[[^\]]*\]$/, '[]')) ||
    read.includes(name.replace(/\[[^\]]*\]$/, '')) ||
    (path === mePath && name === arrayOnly.name)
  return [...new Set(new URLSearchParams(query).keys())]
    .filter((name) => !isRead(name) && !allowParameters.some((pattern) => matches(name, pattern)))
    .map((name) => ({
      cause: `${path} ${name}`,
      text: `The parameter ${shown(name)} is ignored. ${path} reads only ${read.join(', ')}.`,
    }))
}

function matches(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
}

function cursorOfAnotherOrdering({ path, query, account }: Exchange): Finding[] {
  const read = path === mePath ? readQueryString(query) : null
  const asked = read && readMeQuery(read)
  if (!asked || 'invalid' in asked || !asked.cursor) return []
  if (account && !plans[account.account.plan].cursors) return []
  const { cursor, order } = asked
  if (decodeCursor(cursor, order)) return []
  const other = Object.entries(parameters.sort.orderings).find(([, ordering]) =>
    decodeCursor(cursor, ordering),
  )
  if (!other) return []
  return [
    {
      cause: `${other[0]} ${order.by} ${order.direction}`,
      text: `The cursor was given with sort=${other[0]}, but this request has another sort, so it starts at the first page. Keep sort and filters on every page.`,
    },
  ]
}

/** `nextCursor` is null on the last page, and somebody sent that null. */
function pageBehindTheLast({ path, query }: Exchange): Finding[] {
  if (path !== mePath) return []
  const read = readQueryString(query)
  const cursor = read?.last(cursorName) ?? read?.last(parameters[cursorName].alias)
  if (typeof cursor !== 'string' || !['', 'null', 'undefined'].includes(cursor)) return []
  return [
    {
      cause: cursorName,
      text: `The cursor is "${cursor}", so the first page is returned again. Ask for a next page only while pagination.hasMore is true; the number of posts tells nothing.`,
    },
  ]
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, 60))
}

import { type ProblemCode, plans, problems, type Schemas } from '@photofeed/openapi'
import { type Exchange, once, type SurveyedAccount } from '../http/exchange.ts'
import { isObject } from '../http/json.ts'
import { type Query, queryOf } from '../http/request-spec.ts'
import { join } from './definition.ts'
import { ids, orderOf, type Post, pageSize, selected, time } from './feed.ts'
import { asText, type Finding, shown } from './finding.ts'
import { errorsOf, pageOf, parameterOf, withCode } from './responses.ts'

/** What a rule expects of responses; every expectation that is not met becomes a finding. */
export class Expect {
  readonly findings: Finding[] = []

  of(exchange: Exchange) {
    return {
      same: (at: string, expected: unknown, got: unknown) => this.same(exchange, at, expected, got),
      that: (condition: boolean, at: string, expected: string, got: unknown) =>
        this.that(condition, exchange, at, expected, got),
    }
  }

  /** The value, or the first path inside it that differs. */
  same(exchange: Exchange, at: string, expected: unknown, got: unknown, hint?: string): void {
    const difference = firstDifference(at, expected, got)
    if (difference) this.findings.push({ exchange, ...difference, ...(hint && { hint }) })
  }

  /** A condition, described by `expected`. */
  that(
    condition: boolean,
    exchange: Exchange,
    at: string,
    expected: string,
    got: unknown,
    hint = '',
  ): void {
    if (condition) return
    this.findings.push({ exchange, at, expected, got: shown(got), ...(hint && { hint }) })
  }

  header(exchange: Exchange, name: string, expected: string | null): void {
    this.same(exchange, `header ${name}`, expected, exchange.headers.get(name))
  }

  status(exchange: Exchange, status: number): void {
    this.that(exchange.status === status, exchange, 'status', String(status), exchange.status)
  }

  /** The error of the catalog, by status and code; its form is judged by the rules about errors. */
  problem(exchange: Exchange, code: ProblemCode): void {
    const { status } = problems[code]
    if (exchange.status !== status) {
      const got = withCode(exchange)
      this.findings.push({ exchange, at: 'status', expected: String(status), got })
      return
    }
    const codes = errorsOf(exchange).map((error) => error.code)
    this.that(codes.includes(code), exchange, 'errors[0].code', shown(code), codes[0])
  }

  /** A 422 with exactly one entry for each of the parameters, in any order. */
  rejection(exchange: Exchange, ...parameters: readonly string[]): void {
    const before = this.findings.length
    this.problem(exchange, 'VALIDATION_ERROR')
    if (this.findings.length > before) return
    const named = errorsOf(exchange).map((error) => asText(parameterOf(error) ?? 'none'))
    for (const name of new Set([...parameters, ...named])) {
      const [expected, got] = [parameters, named].map(
        (all) => all.filter((one) => one === name).length,
      )
      const at = `errors[].source.parameter (entries for ${name})`
      this.same(exchange, at, expected, got)
    }
  }

  /**
   * The page that the specification says: its posts, size and cursors, computed from the posts that the survey read.
   *
   * @param origin the page whose cursor was sent
   */
  page(exchange: Exchange, origin?: Origin): void {
    this.pageIn(exchange, '', pageOf(exchange), queryOf(exchange), origin)
  }

  /** The same of a page at a path of a response of GraphQL, whose arguments mean the query. */
  pageIn(exchange: Exchange, at: string, page: Page, query: Query, origin?: Origin): void {
    const { account } = exchange
    const expected = expectedPage(account, query, origin)
    if (!expected) return
    const { posts, pagination } = page
    const got = expected.isOpen ? posts.slice(0, expected.posts.length) : posts
    const hint = pageHint(account, query, expected.posts, got, origin)
    this.same(exchange, join(at, 'posts[].id'), ids(expected.posts), ids(got), hint)
    for (const [name, isThere, place] of [
      ['nextCursor', expected.hasNext, 'after'],
      ['prevCursor', expected.hasPrevious, 'before'],
    ] as const) {
      const cursor = pagination[name]
      const words = isThere ? 'a cursor' : 'null'
      const isExpected = isThere === null || (cursor !== null) === isThere
      const isFull = name === 'nextCursor' && !isThere && !hint && got.length === pagination.perPage
      const full = 'The last page is full: whether a post follows must be looked up.'
      const isBack = isThere && origin && origin.way !== name
      const back = isBack ? `The page whose ${origin.way} led here is ${place} this one.` : ''
      const cause = isFull ? full : back
      this.that(isExpected, exchange, join(at, `pagination.${name}`), words, cursor, cause)
    }
  }
}

/** A page as far as it is compared. */
export interface Page {
  posts: readonly { id: string }[]
  pagination: Schemas['Pagination']
}

/** The page whose cursor led to a page. */
export interface Origin {
  way: 'nextCursor' | 'prevCursor'
  page: Page
}

/** The post beside which the cursor is. */
const anchorOf = ({ way, page }: Origin) => page.posts.at(way === 'nextCursor' ? -1 : 0)

interface ExpectedPage {
  posts: readonly Post[]
  /** Whether posts that are not known may follow these. */
  isOpen: boolean
  /** Null where it cannot be known. */
  hasNext: boolean | null
  hasPrevious: boolean | null
}

/** The page that a valid query has; null where the specification does not say. */
function expectedPage(
  account: SurveyedAccount,
  query: Query,
  origin?: Origin,
): ExpectedPage | null {
  const size = pageSize(account.plan, query)
  const { posts, isWhole } = selected(account, query)
  const isFree = account.plan === 'free'
  const [start, end] = isFree ? [0, size] : bounds(account, query, size, posts, origin)
  if (start === null) return null
  const isKnown = isWhole || end <= posts.length
  return {
    posts: posts.slice(start, end),
    isOpen: !isKnown,
    hasNext: isFree ? false : end < posts.length ? true : isWhole ? false : null,
    hasPrevious: isFree ? false : origin?.way === 'nextCursor' && start === 0 ? null : start > 0,
  }
}

/** How a page differs from the one that the specification says; undefined if it does not, or in no way that is known. */
function pageHint(
  account: SurveyedAccount,
  query: Query,
  expected: readonly Post[],
  got: Page['posts'],
  origin?: Origin,
): string | undefined {
  const [wanted, found] = [ids(expected), ids(got)]
  if (wanted.join() === found.join()) return undefined
  const anchor = origin && anchorOf(origin)
  const isOn = origin?.way === 'nextCursor'
  const neighbor = expected.at(isOn ? 0 : -1)
  const ordered = orderOf(account, query.sort).posts
  const known = ordered.find(({ id }) => id === anchor?.id)
  if (known && neighbor && time(known) === time(neighbor))
    return 'The cursor is between two posts of the same time. It must contain what distinguishes them, such as the id.'
  if (isOn && anchor && found[0] === anchor.id)
    return 'It begins with the last post of the page before: a cursor leads to what follows that post.'
  const { plan } = account
  if (plan === 'free' && found.some((id) => !account.posts.some((post) => post.id === id)))
    return `On Free, filters and order apply within the ${plans.free.readablePosts} most recent posts.`
  const counts = `Posts: ${found.length} instead of ${wanted.length}.`
  if (new Set(found).size < found.length) return `${counts} A post is there twice.`
  if (wanted.toSorted().join() === found.toSorted().join())
    return 'It has the right posts in another order.'
  const plain = ids(ordered).slice(0, pageSize(plan, query))
  const isFirst = found.length > 0 && plain.join() === found.join()
  if (isFirst && Object.keys(query).some((name) => name.startsWith('filter[')))
    return 'It has the posts that are there without the filter: the filter has no effect.'
  const isAgain = ids(origin?.page.posts ?? []).join() === found.join()
  if (anchor && (isFirst || isAgain))
    return 'It is an earlier page again: the cursor has no effect, or a cache leaves it out.'
  const missing = wanted.filter((id) => !found.includes(id)).length
  const extra = found.filter((id) => !wanted.includes(id)).length
  return `${counts} Missing: ${missing}. Too many: ${extra}.`
}

const placesIn = once(
  (posts: readonly Post[]) => new Map(posts.map(({ id }, index) => [id, index])),
)

/** From which to which post, counted in the selection. */
function bounds(
  account: SurveyedAccount,
  query: Query,
  size: number,
  posts: readonly Post[],
  origin?: Origin,
): readonly [number, number] | readonly [null, number] {
  if (!origin) return [0, size]
  const isOn = origin.way === 'nextCursor'
  const places = placesIn(orderOf(account, query.sort).posts)
  const place = places.get(anchorOf(origin)?.id ?? '')
  if (place === undefined) return [null, 0]
  const passed = posts.filter(({ id }) => Number(places.get(id)) < place + (isOn ? 1 : 0)).length
  if (isOn) return [passed, passed + size]
  // Silent spot: nothing is left before the cursor.
  return passed === 0 ? [null, 0] : [Math.max(0, passed - size), passed]
}

/** The first path at which two values differ; null if they are equal. */
function firstDifference(
  at: string,
  expected: unknown,
  got: unknown,
): Omit<Finding, 'exchange'> | null {
  if (Object.is(expected, got)) return null
  const isList = Array.isArray(expected) && Array.isArray(got)
  if (isList || (isObject(expected) && isObject(got))) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(got)])) {
      const [one, other] = [Reflect.get(expected, name), Reflect.get(got, name)]
      if (Object.is(one, other)) continue
      const difference = firstDifference(isList ? `${at}[${name}]` : join(at, name), one, other)
      if (difference) return difference
    }
    return null
  }
  const [one, other] = withoutBeginning(expected, got)
  return { at, expected: shown(one), got: shown(other) }
}

/** Two texts from a little before they differ: only the beginning of a long one is shown. */
function withoutBeginning(one: unknown, other: unknown): unknown[] {
  if (typeof one !== 'string' || typeof other !== 'string') return [one, other]
  let equal = 0
  while (equal < one.length && one[equal] === other[equal]) equal += 1
  return equal < 120 ? [one, other] : [one, other].map((text) => `…${text.slice(equal - 40)}`)
}

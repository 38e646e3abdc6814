import { type ProblemCode, problems } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import { expectedPage, ids, type Origin } from './feed.ts'
import { asText, type Finding, isContainer, shown } from './finding.ts'
import { errorsOf, idsOf, pageOf, parameterOf, withCode } from './responses.ts'

/** What a rule expects of responses; every expectation that is not met becomes a finding. */
export class Expect {
  readonly findings: Finding[] = []

  /** The value, or the first path inside it that differs. */
  same(exchange: Exchange, at: string, expected: unknown, got: unknown): void {
    const difference = firstDifference(at, expected, got)
    if (difference) this.findings.push({ exchange, ...difference })
  }

  /** A condition, described by `expected`. */
  that(condition: boolean, exchange: Exchange, at: string, expected: string, got: unknown): void {
    if (!condition) this.findings.push({ exchange, at, expected, got: shown(got) })
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
    const expected = expectedPage(exchange, origin)
    const { posts, pagination } = pageOf(exchange)
    if (!expected) return
    const got = expected.isOpen ? posts.slice(0, expected.posts.length) : posts
    this.same(exchange, 'posts[].id', ids(expected.posts), ids(got))
    for (const [name, isThere] of [
      ['nextCursor', expected.hasNext],
      ['prevCursor', expected.hasPrevious],
    ] as const) {
      const cursor = pagination[name]
      const words = isThere ? 'a cursor' : 'null'
      const isExpected = isThere === null || (cursor !== null) === isThere
      this.that(isExpected, exchange, `pagination.${name}`, words, cursor)
    }
  }

  /** A page of the same posts in the same order as another one. */
  samePosts(exchange: Exchange, other: Exchange): void {
    this.same(exchange, 'posts[].id', idsOf(other), idsOf(exchange))
  }
}

/** The first path at which two values differ; null if they are equal. */
function firstDifference(
  at: string,
  expected: unknown,
  got: unknown,
): Omit<Finding, 'exchange'> | null {
  if (Object.is(expected, got)) return null
  if (isContainer(expected) && isContainer(got) && Array.isArray(expected) === Array.isArray(got)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(got)])
    for (const name of names) {
      const path = Array.isArray(expected) ? `${at}[${name}]` : at ? `${at}.${name}` : name
      const difference = firstDifference(path, expected[name], got[name])
      if (difference) return difference
    }
    return null
  }
  return { at, expected: shown(expected), got: shown(got) }
}

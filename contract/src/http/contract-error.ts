import { routes } from '@photofeed/openapi'

/** Why nothing could be checked at all; the message is one sentence for people, without any key. */
export class ContractError extends Error {
  override name = 'ContractError'
  /** usage: an option is wrong. unreachable: no such service responds. undecided: no key reads an account. */
  readonly kind: 'usage' | 'unreachable' | 'undecided'

  constructor(kind: ContractError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** A request without a usable response; the message contains no key. */
export class NoResponse extends Error {
  override name = 'NoResponse'
  /** `limit` when the run's own time limit ended the request. */
  override readonly cause: 'limit' | 'timeout' | 'no response'

  constructor(message: string, cause: NoResponse['cause'] = 'no response') {
    super(message)
    this.cause = cause
  }
}

/** The run may not send another request. */
export class RequestLimitReached extends Error {
  override name = 'RequestLimitReached'

  constructor(limit: number) {
    super(`The limit of ${limit} requests was reached. Raise --max-requests.`)
  }
}

/** The address as requests begin with it, without a trailing slash. @throws {ContractError} */
export function baseUrl(text: string): string {
  if (text.trim() === '') fail('The address is empty. Write it like https://feed.example.')
  const url = URL.parse(text)
  if (!/^[a-z]+:\/\//i.test(text)) {
    const [guess] = /^[\w-]+(\.[\w-]+)+(:\d+)?$|^localhost(:\d+)?$/.exec(text) ?? []
    fail(
      `The address has no scheme. Write ${guess ? `https://${guess}` : 'it like https://feed.example'}.`,
    )
  }
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    fail(
      'The address must be like https://feed.example: http or https, without query and user name.',
    )
  }
  const path = Object.keys(routes)
    .flatMap(withParents)
    .find((path) => url.pathname.replace(/\/+$/, '').endsWith(path))
  if (path) {
    const rest = url.href.slice(0, url.href.lastIndexOf(path))
    fail(`The address must not end in ${path}: the checker adds the paths. Write ${rest}.`)
  }
  return url.href.replace(/\/+$/, '')
}

/** A path and those above it, the longest first: /api/v1/me, /api/v1, /api. */
function withParents(path: string): string[] {
  const end = path.lastIndexOf('/')
  return end < 0 || path === '' ? [] : [path, ...withParents(path.slice(0, end))]
}

function fail(problem: string): never {
  throw new ContractError('usage', problem)
}

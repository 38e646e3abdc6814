import type { PlanName, Schemas, SortValue } from '@photofeed/openapi'

/** Query parameters by name; a list is sent as the parameter repeated. */
export type Query = Record<string, string | number | readonly string[]>

export interface RequestSpec {
  /** GET by default. */
  method?: string
  /** Below the deployment's address, or an address of its own (a picture's). */
  path: string
  query?: Query
  /** Appended to the query unencoded, for what an encoder would repair. */
  rawQuery?: string
  /** The value of `api_key`: by default the account's own key; null sends none. */
  key?: string | null
  /** The account whose key is sent, and by whose plan the response is judged: by default the one that the rule is about. */
  as?: SurveyedAccount
  /** Sent now, even if it was sent before. */
  isFresh?: true
  headers?: Record<string, string>
  /** Sent as JSON; text is sent as it is. */
  body?: unknown
}

export interface WireRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: string | null
}

export type Post = Schemas['Post']

/** The posts of an account in one ordering, as pages without a filter have them. */
export interface Order {
  posts: readonly Post[]
  isWhole: boolean
}

export interface HttpResponse {
  status: number
  headers: Headers
  text: string
  bytes: Uint8Array
  /** The parsed body; undefined when it is not JSON. */
  json: unknown
}

export interface Exchange extends HttpResponse {
  spec: RequestSpec
  request: WireRequest
  /** Whose key was sent, also when it was left out or spoilt on purpose. */
  account: SurveyedAccount
}

/** What the first look at a key found. */
export interface SurveyedAccount {
  key: string
  /** As the caller named it; reports never show a key. */
  name: string
  /** readable: it reads an account. rejected: 401. failing: 500. broken: anything else, see `trouble`. */
  state: 'readable' | 'rejected' | 'failing' | 'broken'
  /** Null unless the key is readable. */
  plan: PlanName | null
  status: string | null
  /** The newest posts, as many as one page contains, with children and comments; empty unless readable. */
  posts: Schemas['Post'][]
  /** All posts in each ordering, as far as the survey read them, by the shortest of its names; empty unless readable. */
  feed: ReadonlyMap<SortValue, Order>
  /** Why the posts cannot be read; null if they can. */
  malformed: Error | null
  /** The name of an account whose key reads the same posts; null if there is none. */
  duplicateOf: string | null
  /** The exchanges of the survey, which rules are judged on too. */
  exchanges: Exchange[]
  /** Why nothing can be done with the key; a sentence. */
  trouble: string | null
}

/** The media type alone, in lower case, without parameters. */
export function mediaType({ headers }: Pick<HttpResponse, 'headers'>): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** The charset that the media type declares. */
export function charsetOf({ headers }: Pick<HttpResponse, 'headers'>): string | undefined {
  return /charset="?([^";]*)/i.exec(headers.get('content-type') ?? '')?.[1]?.trim()
}

/** Null if the bytes are not in the encoding, or nobody knows it. */
export function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Where a body is not UTF-8: behind these words. */
export function whereNotUtf8(text: string): string {
  const [before = ''] = text.split('\ufffd', 1)
  return ` after ${JSON.stringify(before.slice(-40))}`
}

/** Reads an exchange, or a value of a body, once, however many rules need the result. Equal bodies are one value. */
export function once<Source extends object, Result>(
  read: (source: Source) => Result,
): (source: Source) => Result {
  const results = new WeakMap<Source, { result: Result }>()
  return (source) => {
    let known = results.get(source)
    if (!known) {
      known = { result: read(source) }
      results.set(source, known)
    }
    return known.result
  }
}

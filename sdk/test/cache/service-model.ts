import type { FetchInit, FetchResponse } from '../../src/client/options.ts'
import type { CacheSource } from '../../src/entries/cached-fetch.ts'

export type Behavior =
  | 'up'
  | 'no-store'
  | 401
  | 404
  | 500
  | 'network'
  | 'gateway'
  | 'login page'
  | 'cut'

/** What a service returns for an account. */
export interface AccountState {
  version: number
  isConnected: boolean
}

/** A response or an error as a test sees it. */
export interface Outcome {
  status: number | 'network' | 'aborted'
  text?: string
  isConnected?: boolean
  source?: CacheSource | null | undefined
}

export const accounts = ['a', 'b', 'c'].map((letter) => letter.repeat(64))

export const urlOf = (account: number) =>
  `https://feed.example/api/v1/me?page%5Bsize%5D=12&api_key=${accounts[account]}`

/** A body that contains the key, as RSS does. */
export const textOf = (account: number, version: number) =>
  JSON.stringify({ version, self: urlOf(account), caption: '\u0001' })

const etagOf = (version: number) => `W/"${version}"`

/** A service whose state a test sets. Requests wait while it is held. */
export class FakeService {
  behavior: Behavior = 'up'
  caching = 'max-age=3600, public'
  /** Browsers hide it from scripts of other origins. */
  hasEtag = true
  states: AccountState[] = accounts.map(() => ({ version: 1, isConnected: true }))
  requests: { account: number; etag: string | null; signal: AbortSignal }[] = []
  #held: (() => void)[] | null = null

  hold() {
    this.#held = []
  }

  resume() {
    for (const release of this.#held ?? []) release()
    this.#held = null
  }

  readonly fetch = async (url: string, { headers, signal }: FetchInit): Promise<FetchResponse> => {
    const account = accounts.findIndex((key) => url.endsWith(key))
    const etag = headers?.['if-none-match'] ?? null
    this.requests.push({ account, etag, signal })
    if (this.#held) {
      const held = this.#held
      await new Promise<void>((resolve, reject) => {
        held.push(resolve)
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    }
    return this.respond(account, etag)
  }

  respond(account: number, etag: string | null): Response {
    const { behavior } = this
    const { version, isConnected } = this.states[account] as AccountState
    if (behavior === 'network') throw new TypeError('fetch failed')
    if (behavior === 'gateway') return new Response('<h1>Bad gateway</h1>', { status: 502 })
    if (behavior === 'login page') return new Response('<h1>Log in</h1>')
    if (typeof behavior === 'number') return Response.json({ errors: [] }, { status: behavior })
    const text = textOf(account, version)
    const responseHeaders = {
      'cache-control': behavior === 'no-store' ? 'no-store' : this.caching,
      ...(this.hasEtag && { etag: etagOf(version) }),
      ...(!isConnected && { 'x-service-feed-stale': 'Reconnect the account.' }),
    }
    if (behavior === 'cut') return new Response(text.slice(0, -1), { headers: responseHeaders })
    if (etag === etagOf(version))
      return new Response(null, { status: 304, headers: responseHeaders })
    return new Response(text, {
      headers: { ...responseHeaders, 'content-type': 'application/json' },
    })
  }
}

/** Returns what a call resolved or rejected with. */
export async function outcomeOf(call: Promise<FetchResponse>): Promise<Outcome> {
  try {
    const response = await call
    const { status, headers } = response
    const source = headers.get('x-photofeed-cache') as CacheSource | null
    const isConnected = headers.get('x-service-feed-stale') === null
    return { status, text: await response.text(), isConnected, source }
  } catch (error) {
    return { status: (error as Error).message === 'fetch failed' ? 'network' : 'aborted' }
  }
}

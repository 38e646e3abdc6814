import { problems } from '@photofeed/openapi'
import { describe, expect, it } from 'vitest'
import { accountBody } from '../test/support/account-body.ts'
import {
  apiKey,
  baseUrl,
  failing,
  fakeFetch,
  json,
  silent,
  text,
  thrownBy,
} from '../test/support/fake-fetch.ts'
import { fakePace, timeout, totalTimeout } from '../test/support/fake-pace.ts'
import { createFeed, createPacedFeed } from './feed.ts'
import { InternalServerError, NetworkError, TimeoutError, UnreadableBodyError } from './index.ts'
import { realPace } from './pace.ts'

const good = json(accountBody(['1']))
const broken = json(
  { errors: [{ ...problems.INTERNAL_SERVER_ERROR, status: '500', code: 'INTERNAL_SERVER_ERROR' }] },
  500,
)

function pacedFeed(
  answers: Parameters<typeof fakeFetch>,
  options: { retry?: number } & Parameters<typeof fakePace>[0] = {},
) {
  const service = fakeFetch(...answers)
  const { pace, waits } = fakePace(options)
  const { retry } = options
  const feed = createPacedFeed(
    { baseUrl, apiKey, fetch: service.fetch, timeout, totalTimeout, retry },
    pace,
  )
  return { feed, waits, service }
}

describe('retries', () => {
  it.each([
    ['a 500', broken],
    ['a network failure', failing(new TypeError('fetch failed'))],
    ['the page of a proxy with a 502', text('<html>Bad gateway</html>', 502)],
  ])('come after %s, later each time', async (_, failure) => {
    const { feed, waits, service } = pacedFeed([failure, failure, good])
    expect((await feed.me()).posts).toHaveLength(1)
    expect(service.requests).toHaveLength(3)
    expect(waits).toEqual([500, 1000])
  })

  it('vary their delay by up to a half', async () => {
    const { feed, waits } = pacedFeed([broken, broken, good], { random: 0 })
    await feed.me()
    expect(waits).toEqual([250, 500])
  })

  it('are two by default, then the last error is thrown', async () => {
    const { feed, service } = pacedFeed([failing(new TypeError('fetch failed')), broken])
    expect(await thrownBy(feed.me())).toBeInstanceOf(InternalServerError)
    expect(service.requests).toHaveLength(3)
  })

  it('can be more, with a delay that stays bounded', async () => {
    const { feed, waits, service } = pacedFeed([broken], { retry: 7 })
    await thrownBy(feed.me())
    expect(service.requests).toHaveLength(8)
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000])
  })

  it('can be none', async () => {
    const { feed, service } = pacedFeed([failing(new TypeError('fetch failed'))], { retry: 0 })
    expect(await thrownBy(feed.me())).toBeInstanceOf(NetworkError)
    expect(service.requests).toHaveLength(1)
  })

  it.each(Object.entries(problems).filter(([, { status }]) => status < 500))(
    'never come after %s',
    async (code, { status, title, detail }) => {
      const entry = { status: String(status), code, title, detail }
      const { feed, service } = pacedFeed([json({ errors: [entry] }, status)])
      expect(await thrownBy(feed.me())).toMatchObject({ code, status, retryable: false })
      expect(service.requests).toHaveLength(1)
    },
  )

  it('do not come after a page that took the place of a good answer', async () => {
    const { feed, service } = pacedFeed([text('<html>Sign in</html>')])
    expect(await thrownBy(feed.me())).toBeInstanceOf(UnreadableBodyError)
    expect(service.requests).toHaveLength(1)
  })
})

describe('the total timeout', () => {
  it('ends the retries before a wait that would pass it', async () => {
    const { feed, waits, service } = pacedFeed([broken], { retry: 20 })
    expect(await thrownBy(feed.me())).toBeInstanceOf(InternalServerError)
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000, 10_000, 10_000])
    expect(service.requests).toHaveLength(11)
  })

  it('shortens the attempt that would pass it', async () => {
    const { fetch } = fakeFetch(silent)
    const feed = createFeed({ baseUrl, apiKey, fetch, timeout: 60_000, totalTimeout: 30 })
    expect(await thrownBy(feed.me())).toMatchObject({ name: 'TimeoutError' })
  })
})

describe('the timeout', () => {
  it('ends each attempt, also one that does not listen, and is retried', async () => {
    const { feed, waits, service } = pacedFeed([silent], { deadlinesPass: true })
    const error = await thrownBy(feed.me())
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toMatchObject({ timeout, retryable: true })
    expect(waits).toEqual([500, 1000])
    expect(service.requests.map(({ signal }) => signal.aborted)).toEqual([true, true, true])
  })

  it('covers the body', async () => {
    const endless = () => new Response(new ReadableStream())
    const { feed } = pacedFeed([endless], { deadlinesPass: true, retry: 0 })
    expect(await thrownBy(feed.me())).toBeInstanceOf(TimeoutError)
  })
})

describe('an abort', () => {
  const reason = new Error('changed my mind')

  it('before the request prevents it', async () => {
    const { feed, service } = pacedFeed([good])
    expect(await thrownBy(feed.me({ signal: AbortSignal.abort(reason) }))).toBe(reason)
    expect(service.requests).toHaveLength(0)
  })

  it('during the request ends it with the reason, and is not retried', async () => {
    const controller = new AbortController()
    const { feed, service } = pacedFeed([
      () => {
        controller.abort(reason)
        return new Promise(() => {})
      },
    ])
    expect(await thrownBy(feed.me({ signal: controller.signal }))).toBe(reason)
    expect(service.requests.map(({ signal }) => signal.aborted)).toEqual([true])
  })

  it('is told by its reason also when fetch rejects with an error of its own', async () => {
    const controller = new AbortController()
    const { feed, service } = pacedFeed([
      () => {
        controller.abort(reason)
        throw new DOMException('The operation was aborted.', 'AbortError')
      },
    ])
    expect(await thrownBy(feed.me({ signal: controller.signal }))).toBe(reason)
    expect(service.requests).toHaveLength(1)
  })

  it('ends the waiting between retries', async () => {
    const controller = new AbortController()
    const service = fakeFetch(broken)
    const waiting = {
      ...realPace,
      sleep: (milliseconds: number, signal?: AbortSignal) => {
        const done = realPace.sleep(milliseconds, signal)
        if (milliseconds < 1000) controller.abort(reason)
        return done
      },
    }
    const feed = createPacedFeed({ baseUrl, apiKey, fetch: service.fetch }, waiting)
    expect(await thrownBy(feed.me({ signal: controller.signal }))).toBe(reason)
    expect(service.requests).toHaveLength(1)
  })

  it('without a reason rejects as fetch does', async () => {
    const { feed } = pacedFeed([good])
    expect(await thrownBy(feed.me({ signal: AbortSignal.abort() }))).toMatchObject({
      name: 'AbortError',
    })
  })
})

import type { Mock } from '@photofeed/mock-server'
import { type StateId, states } from './states.ts'

/** The address of the service in every example. */
export const exampleUrl = 'https://feed.example'

const site = new URL(import.meta.env.BASE_URL.replace(/\/?$/, '/'), location.href).href
/** The pictures below it are static files of this site. */
export const mockUrl: string = `${site}mock`

/** A request of an example, as its list shows it. */
export interface SentRequest {
  method: string
  /** Decoded, without the key. */
  path: string
  /** Null if the connection broke. */
  status: number | null
  milliseconds: number
}

/** The service of one example: it reads the account of the current state, whatever key a request has. */
export interface LiveService {
  /** For `<photo-feed src>`: requests to this address of the site are responded to in the page. */
  readonly url: string
  state: StateId
  readonly fetch: typeof fetch
  /** Responds in place of the shared mock, by the key of each request. */
  ownMock?: Mock
  /** Called for each request that has ended. */
  onRequest?: (request: SentRequest) => void
}

let mock: Promise<Mock> | undefined

/** Loads the mock when the first request is sent. */
function loadMock(): Promise<Mock> {
  mock ??= import('@photofeed/mock-server').then(({ createMock }) =>
    createMock({ baseUrl: mockUrl, warnings: 'off' }),
  )
  return mock
}

const services = new Map<string, LiveService>()

/** Creates the service of an example. */
export function createService(state: StateId = 'ready'): LiveService {
  const url = `${site}live/${services.size + 1}`
  const service: LiveService = {
    url,
    state,
    fetch: (input, init) => respond(service, new Request(input, init)),
  }
  services.set(url, service)
  routeFetch()
  return service
}

async function respond(service: LiveService, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(
    request.url.replace(service.url, mockUrl).replace(exampleUrl, mockUrl),
  )
  const { state } = service
  const mock = service.ownMock ?? (await loadMock())
  const { scenario = 'premium' } = states.find(({ id }) => id === state) ?? {}
  if (searchParams.has('api_key') && !service.ownMock)
    searchParams.set('api_key', mock.key(scenario))
  if (state === 'invalid') searchParams.set('page[size]', '0')
  const started = performance.now()
  const report = (status: number | null) => {
    const shown = new URLSearchParams(searchParams)
    shown.delete('api_key')
    const path = pathname.slice(new URL(mockUrl).pathname.length)
    const query = decodeURIComponent(shown.toString())
    service.onRequest?.({
      method: request.method,
      path: query ? `${path}?${query}` : path,
      status,
      milliseconds: Math.round(performance.now() - started),
    })
  }
  try {
    const body = request.method === 'POST' ? { body: await request.text() } : {}
    const url = `${new URL(mockUrl).origin}${pathname}?${searchParams}`
    const response = await mock.fetch(url, {
      method: request.method,
      headers: request.headers,
      signal: request.signal,
      ...body,
    })
    report(response.status)
    // Without the address of the mock, which would be that of a redirect.
    return new Response(response.body, response)
  } catch (error) {
    report(null)
    throw error
  }
}

let isRouted = false

/** Responds to requests of elements to the address of an example. All others go to the network. */
function routeFetch(): void {
  if (isRouted) return
  isRouted = true
  const { fetch } = globalThis
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : new URL(input, location.href).href
    const [address = ''] = /^.*?\/live\/\d+/.exec(url) ?? []
    const service = services.get(address)
    return service ? service.fetch(input, init) : fetch(input, init)
  }
}

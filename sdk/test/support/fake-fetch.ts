import { problems } from '@photofeed/openapi'
import type { FetchInit } from '../../src/client/options.ts'

/** The arguments of `fetch`. */
export interface SentRequest {
  readonly url: string
  readonly init: FetchInit
}

/** Responds to one request, or throws as `fetch` does. */
export type Responder = (request: SentRequest) => Response | Promise<Response>

export const apiKey = '0123456789abcdef'.repeat(4)
export const baseUrl = 'https://feed.example'

const maximumRequests = 1000

/** Creates a fetch that sends each request the next response, and further ones the last. */
export function fakeFetch(...responders: readonly [Responder, ...Responder[]]) {
  const requests: SentRequest[] = []
  return {
    requests,
    async fetch(url: string, init: FetchInit) {
      const responder = responders[Math.min(requests.length, responders.length - 1)] as Responder
      requests.push({ url, init })
      // An endless loop would also block the timeout of the test.
      if (requests.length > maximumRequests) throw new Error('The test sends too many requests.')
      return responder({ url, init })
    },
    /** The query of each request, decoded and without the key. */
    queries: () =>
      requests.map(({ url }) => {
        const query = [...new URL(url).searchParams].filter(([name]) => name !== 'api_key')
        return query.map((pair) => pair.join('=')).join('&')
      }),
  }
}

export function json(
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Responder {
  return () => Response.json(body, { status, headers })
}

export function text(
  body: string,
  status = 200,
  headers: Readonly<Record<string, string>> = { 'content-type': 'text/html' },
): Responder {
  return () => new Response(body, { status, headers })
}

type Code = keyof typeof problems

/** An entry of the service's error format. */
export function problem(code: Code, parameter?: string) {
  const { status, title, detail } = problems[code]
  const source = parameter === undefined ? {} : { source: { parameter } }
  return { status: String(status), code, title, detail, ...source }
}

/** An error of the service with its documented status. */
export function apiError(code: Code, headers: Readonly<Record<string, string>> = {}): Responder {
  return json({ errors: [problem(code)] }, problems[code].status, headers)
}

export function rejectWith(thrown: unknown): Responder {
  return () => Promise.reject(thrown)
}

/** Never responds, and ignores the request's signal. */
export const silent: Responder = () => new Promise(() => {})

/** Returns the exception of a promise. */
export async function catchError(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('Nothing was thrown.')
    },
    (thrown) => thrown,
  )
}

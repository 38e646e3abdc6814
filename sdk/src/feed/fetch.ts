import { createFailure } from '../client/exchange.ts'
import { plainHeaders } from '../client/headers.ts'
import type { AbortSignalLike, FetchResponse } from '../client/options.ts'
import type { Client } from '../client/transport.ts'
import { isRetryable } from '../errors/photofeed-error.ts'

/** What `fetch` takes: an address, a `URL` or a `Request`. React Native's `Request` is another class. */
export type FetchInput = string | { readonly href: string } | Request

/** The `fetch` of a feed: with its key, hooks, retries and limits up to the head of the response. */
export async function fetchHead(
  client: Client,
  input: FetchInput,
  init: RequestInit = {},
): Promise<Response> {
  const request = typeof input === 'object' && 'method' in input ? input : null
  const given = request?.url ?? (typeof input === 'string' ? input : (input as URL).href)
  const address = given.startsWith('/') ? client.baseUrl + given : given
  const { signal = request?.signal, ...others } = init
  const body = init.body ?? (request?.body && (await request.clone().text()))
  // A stream can be sent once.
  const isStream = typeof (body as ReadableStream | undefined)?.getReader === 'function'
  let last: { readonly error: unknown; readonly response: FetchResponse } | undefined
  try {
    const response = await client.run(
      { signal: signal as AbortSignalLike | undefined, ...(isStream && { maxRetries: 0 }) },
      async (send) => {
        const response = await send(address, {
          ...(request && optionsOf(request)),
          ...others,
          headers: { ...plainHeaders(request?.headers), ...plainHeaders(init.headers as Headers) },
          body: body ?? undefined,
        })
        if (!isRetryable(response.status)) return response
        last = { error: createFailure(client, response, ''), response }
        throw last.error
      },
      (error) => error === last?.error,
    )
    return toPlatform(response)
  } catch (error) {
    if (last && error === last.error) return toPlatform(last.response)
    throw error
  }
}

/** Returns the response as it came. Our own cache makes the platform's `Response` only here. */
const toPlatform = (response: FetchResponse) =>
  (response.toResponse?.() ?? response) as object as Response

/** Returns what a caller may have set of a request. Its other properties are defaults. */
function optionsOf({ method, cache, credentials, redirect, keepalive }: Request) {
  return {
    method,
    ...(cache !== 'default' && { cache }),
    ...(credentials !== 'same-origin' && { credentials }),
    ...(redirect !== 'follow' && { redirect }),
    ...(keepalive && { keepalive }),
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { listen } from '@photofeed/core/node'
import { onTestFinished } from 'vitest'
import type { AccountInput } from '../../src/builders/inputs.ts'
import { account, createMock } from '../../src/index.ts'

/** The key of the account of a host. */
export const liveKey = '3c9b4f8ad1e7026f5b3d9c8e7a6f1b2c4d5e6f708192a3b4c5d6e7f8091a2b3c'

export interface FeedHost {
  url: string
  /** The path and query of every request, in the order of arrival. */
  requests: string[]
}

/**
 * A service on a real socket with one account; ends with the test. `intercept` responds instead of the service if it returns
 * true.
 */
export async function feedHost(
  input: AccountInput | ((url: string) => AccountInput),
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean,
): Promise<FeedHost> {
  const { server, url, close } = await listen('127.0.0.1', 0)
  // Longer than a busy machine pauses: a request into a connection that is being closed is sent twice.
  server.keepAliveTimeout = 65_000
  onTestFinished(close)
  const live = typeof input === 'function' ? input(url) : input
  const accounts = [account({ ...live, apiKey: liveKey })]
  const mock = createMock({ baseUrl: url, accounts, warnings: 'off' })
  const requests: string[] = []
  server.on('request', async (request, response) => {
    requests.push(request.url ?? '')
    if (intercept?.(request, response)) return
    const { status, headers, body } = await mock.fetch(`${url}${request.url}`)
    response.writeHead(status, Object.fromEntries(headers))
    Readable.from(body ?? []).pipe(response)
  })
  return { url, requests }
}

/** The input of an account with pictures, at these addresses or built in. */
export function pictures(urls: readonly (string | undefined)[]): AccountInput {
  return {
    username: 'harbour.lights',
    plan: 'free',
    posts: urls.map((url) => ({ mediaType: 'IMAGE', url })),
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import { type DownloadFetch, type DownloadResponse, ForbiddenAddress } from '@photofeed/core/node'

const megabyte = 1024 * 1024
const maximumRedirects = 5
/** The delays before each retry of a media file. The SDK has other delays. */
const retryMilliseconds = [500, 2000]

/** A response that cannot be used; the reason completes "because it …" and contains no address. */
export class DownloadError extends Error {
  override name = 'DownloadError'
  /** Whether a retry may succeed. */
  readonly retryable: boolean

  constructor(reason: string, retryable = false) {
    super(reason)
    this.retryable = retryable
  }
}

export interface DownloadLimits {
  maximumBytes: number
  signal: AbortSignal
  /** Returns why a URL must not be requested, redirects included; null when it may. */
  rejection(url: URL): string | null
  /** Called with the size of each chunk; throws a DownloadError to stop. */
  onBytes?(count: number): void
}

export interface DownloadResult {
  status: number
  headers: DownloadResponse['headers']
  bytes: Buffer
}

/**
 * Requests a URL, bounded in size and redirects. Returns every status.
 *
 * @throws DownloadError for a response that is too large and for a redirect that must not be followed; otherwise what
 * `fetch` throws
 */
export async function download(
  fetch: DownloadFetch,
  start: URL,
  limits: DownloadLimits,
): Promise<DownloadResult> {
  const { signal } = limits
  let url = start
  for (let redirects = 0; redirects <= maximumRedirects; redirects += 1) {
    const rejection = /^https?:$/.test(url.protocol)
      ? limits.rejection(url)
      : 'leads to no web address'
    if (rejection !== null) throw new DownloadError(rejection)
    const response = await fetch(url, { signal, redirect: 'manual', credentials: 'omit' })
    const { status, headers } = response
    const location = status >= 300 && status < 400 ? headers.get('Location') : null
    const target = location === null ? null : URL.parse(location, url)
    if (target === null) return { status, headers, bytes: await readBytes(response, limits) }
    await response.body?.cancel()
    url = target
  }
  throw new DownloadError(`redirects more than ${maximumRedirects} times`)
}

async function readBytes(
  response: DownloadResponse,
  { maximumBytes, onBytes }: DownloadLimits,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop early cancels the response.
  for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength
    if (length > maximumBytes) {
      throw new DownloadError(`is larger than ${maximumBytes / megabyte} MB`)
    }
    onBytes?.(chunk.byteLength)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Returns the bytes of a 2xx response; retries what a retry may change. Throws a DownloadError for every other response. */
export async function downloadFile(
  fetch: DownloadFetch,
  url: URL,
  { timeout, ...limits }: Omit<DownloadLimits, 'signal'> & { timeout: number },
): Promise<Buffer> {
  async function attempt(): Promise<Buffer> {
    const signal = AbortSignal.timeout(timeout)
    const { status, bytes } = await download(fetch, url, { ...limits, signal }).catch((error) => {
      throw signal.aborted ? new DownloadError(timeoutReason(timeout), true) : networkError(error)
    })
    if (status >= 200 && status < 300) return bytes
    throw new DownloadError(`responded with ${status}`, status >= 500)
  }
  for (const delay of retryMilliseconds) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof DownloadError && error.retryable)) throw error
      await wait(delay)
    }
  }
  return attempt()
}

export function timeoutReason(milliseconds: number): string {
  return `did not respond within ${milliseconds / 1000} seconds`
}

/** `fetch` throws a TypeError for network errors; any other error is a bug and is rethrown. */
function networkError(error: unknown): unknown {
  if (error instanceof ForbiddenAddress) return new DownloadError(`is ${error.message}`)
  return error instanceof TypeError ? new DownloadError(networkReason(error), true) : error
}

const networkReasons: Record<string, string> = {
  ECONNREFUSED: 'refuses connections',
  ENOTFOUND: 'has an unknown host name',
  EAI_AGAIN: 'has a host name that cannot be looked up now',
  ECONNRESET: 'cut the connection',
  UND_ERR_SOCKET: 'cut the connection',
}

/** Never the error's own message, which can contain the address. */
export function networkReason({ cause }: { cause?: unknown }): string {
  const code = String((cause as NodeJS.ErrnoException | undefined)?.code ?? '')
  return networkReasons[code] ?? `could not be reached${/^\w+$/.test(code) ? ` (${code})` : ''}`
}

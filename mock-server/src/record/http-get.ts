import { recordLimits } from './record-limits.ts'
import type { RecordParts } from './record-parts.ts'
import { RequestFailure } from './request-failure.ts'

export interface GetRules {
  maximumBytes: number
  /** Why an address may not be asked, the target of a redirect included; null when it may. */
  refusal(url: URL): string | null
  /** Called with the size of each piece; throws a RequestFailure to stop. */
  onBytes?(count: number): void
}

export type Get = (url: URL, rules: GetRules) => Promise<Uint8Array>

/**
 * GET over HTTP, bounded in time, size and redirects; what may pass is tried again after a while.
 * Rejects with RequestFailure.
 */
export function createGet({ fetch, clock }: Pick<RecordParts, 'fetch' | 'clock'>): Get {
  return async (url, rules) => {
    for (const pause of recordLimits.retryMilliseconds) {
      try {
        return await once(url, rules)
      } catch (error) {
        if (!(error instanceof RequestFailure && error.isPassing)) throw error
        await clock.wait(pause)
      }
    }
    return once(url, rules)
  }

  async function once(url: URL, rules: GetRules): Promise<Uint8Array> {
    const signal = clock.deadline(recordLimits.requestMilliseconds)
    try {
      return await readBody(await follow(url, rules, signal), rules)
    } catch (error) {
      if (error instanceof RequestFailure) throw error
      throw new RequestFailure(
        signal.aborted
          ? `did not answer within ${recordLimits.requestMilliseconds / 1000} seconds`
          : networkReason(error),
        { isPassing: true },
      )
    }
  }

  async function follow(start: URL, rules: GetRules, signal: AbortSignal): Promise<Response> {
    let url = start
    for (let redirects = 0; redirects <= recordLimits.redirects; redirects += 1) {
      const refusal = /^https?:$/.test(url.protocol)
        ? rules.refusal(url)
        : 'leads to no web address'
      if (refusal !== null) throw new RequestFailure(refusal)
      const response = await fetch(url, { signal, redirect: 'manual', credentials: 'omit' })
      if (response.ok) return response
      await response.body?.cancel()
      const { status } = response
      const target = URL.parse(response.headers.get('Location') ?? '', url)
      if (status < 300 || status > 399 || !response.headers.has('Location') || !target) {
        throw new RequestFailure(`answered with ${status}`, { status, isPassing: status >= 500 })
      }
      url = target
    }
    throw new RequestFailure(`redirects more than ${recordLimits.redirects} times`)
  }
}

async function readBody(response: Response, rules: GetRules): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = response.body?.getReader()
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      length += part.value.byteLength
      if (length > rules.maximumBytes) {
        throw new RequestFailure(`is larger than ${rules.maximumBytes / 1024 / 1024} MB`)
      }
      rules.onBytes?.(part.value.byteLength)
      chunks.push(part.value)
    }
  } catch (error) {
    // What is no longer wanted must not go on arriving; a connection that broke has nothing to cancel.
    await reader?.cancel().catch(() => undefined)
    throw error
  }
  return Buffer.concat(chunks)
}

const networkReasons: Record<string, string> = {
  ECONNREFUSED: 'refuses connections',
  ENOTFOUND: 'has an unknown host name',
  EAI_AGAIN: 'has a host name that cannot be looked up now',
  ECONNRESET: 'cut the connection',
  UND_ERR_SOCKET: 'cut the connection',
}

/** Never the error's own message, which can hold the address. */
function networkReason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = String((cause as NodeJS.ErrnoException | undefined)?.code ?? '')
  return networkReasons[code] ?? `could not be reached${/^\w+$/.test(code) ? ` (${code})` : ''}`
}

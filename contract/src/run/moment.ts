import { headers } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'

/**
 * Why answers that were compared may differ without fault, or null. Section 3.1: answers are cached up to an hour, and an
 * import may come between two requests.
 */
export function excuse(exchanges: Exchange[]): string | null {
  const served = exchanges.filter(({ headers: sent }) => sent.has(headers.AccountStatus.name))
  const moments = new Set(
    served.map(({ headers: sent, account }) =>
      [
        account.label,
        sent.get(headers.LastFetchedAt.name),
        sent.get(headers.AccountStatus.name),
      ].join(),
    ),
  )
  const accounts = new Set(served.map(({ account }) => account.label))
  if (moments.size > accounts.size) {
    return 'The answers that were compared are from before and after a fetch or a change of status.'
  }
  if (served.length > 1 && served.some(fromCache)) {
    return 'An answer that was compared came out of a cache, which may hold it for an hour.'
  }
  return null
}

/** RFC 9111, section 5.1: a cache says Age. Some say it in words of their own. */
function fromCache({ headers: sent }: Exchange): boolean {
  return (
    sent.has('age') ||
    ['x-cache', 'cf-cache-status', 'x-vercel-cache'].some((name) =>
      /hit|stale/i.test(sent.get(name) ?? ''),
    )
  )
}

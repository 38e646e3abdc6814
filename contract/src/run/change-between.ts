import { headers } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import type { Skip } from './result.ts'

/**
 * Why responses that were compared may differ without fault, or null. Section 3.1: an import may come between two requests,
 * and a cache may have stored one of them before it. Both show in the headers of the service.
 */
export function changeBetween(exchanges: readonly Exchange[]): Skip | null {
  const served = exchanges.filter(({ headers: sent }) => sent.has(headers.AccountStatus.name))
  const states = new Set(
    served.map(({ headers: sent, account }) =>
      [
        account.name,
        sent.get(headers.LastFetchedAt.name),
        sent.get(headers.AccountStatus.name),
      ].join(),
    ),
  )
  const accounts = new Set(served.map(({ account }) => account.name))
  // A first import stores posts all the time, and has no time of its own.
  const isImporting = served.some(
    ({ headers: sent }) => sent.get(headers.AccountStatus.name) === 'importing',
  )
  if (states.size <= accounts.size && !isImporting) return null
  return {
    cause: 'changed',
    reason:
      'The compared responses are from before and after an import or a change of the status. Run it again.',
  }
}

import { isFeedPath } from '@photofeed/core'
import type { Exchange, Finding, WarningRule } from './exchange.ts'

const watchedMilliseconds = 30_000
const keptRequests = 100

/** Notices that a refused request comes again soon, as a client does that retries a 4xx (7.6). */
export function createRepeatedRefusals(): WarningRule {
  const refusedAt = new Map<string, number>()

  return function repeatedRefusals({
    method,
    path,
    query,
    body,
    status,
    now,
  }: Exchange): Finding[] {
    const isRefused = status >= 400 && status < 500 && isFeedPath(path)
    if (!isRefused && refusedAt.size === 0) return []
    const request = `${method} ${path}?${query} ${body ?? ''}`
    const before = refusedAt.get(request)
    refusedAt.delete(request)
    if (!isRefused) return []
    if (refusedAt.size >= keptRequests) refusedAt.clear()
    refusedAt.set(request, now)
    if (before === undefined || now - before > watchedMilliseconds) return []
    return [
      {
        cause: `${method} ${path} ${status}`,
        text: `${method} ${path} was sent again after a ${status}. A 4xx does not pass by itself: do not retry it, show its error.`,
      },
    ]
  }
}

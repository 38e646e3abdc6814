import { isFeedPath } from '@photofeed/core'
import type { Exchange, Finding, Moment, WarningRule } from './exchange.ts'

/** Clients retry sooner; a person who reloads the page comes later. */
const retryMilliseconds = 2000
const maximumRequests = 100

/**
 * Finds requests that are sent again after a 4xx (7.6). A retry begins after the rejection was sent: two components that
 * load the same page, or React's StrictMode, send their requests before that.
 */
export function createRetryRule(nextEvent: () => Moment): WarningRule {
  const rejections = new Map<string, Moment>()

  return function retries({ method, path, query, body, status, began }: Exchange): Finding[] {
    const isRejected = status >= 400 && status < 500 && isFeedPath(path)
    if (!isRejected && rejections.size === 0) return []
    const request = `${method} ${path}?${query} ${body ?? ''}`
    const before = rejections.get(request)
    if (!isRejected) {
      rejections.delete(request)
      return []
    }
    const isLater = before !== undefined && began.order > before.order
    // Of requests in flight together, the first rejection counts.
    if (before === undefined || isLater) {
      if (rejections.size >= maximumRequests) rejections.clear()
      rejections.set(request, nextEvent())
    }
    if (!isLater || began.at - before.at > retryMilliseconds) return []
    return [
      {
        cause: `${method} ${path} ${status}`,
        text: `${method} ${path} was sent again after a ${status}. A 4xx does not pass by itself: do not retry it, show its error.`,
      },
    ]
  }
}

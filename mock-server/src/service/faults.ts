import type { FeedResponse } from '@photofeed/core'
import type { FaultName } from '@photofeed/core/scenarios'
import { headers } from '@photofeed/openapi'

/** How an answer is put on the wire. */
export type Delivery =
  | 'whole'
  /** In small pieces with pauses. */
  | 'drip'
  /** The connection is reset before the first byte. */
  | 'cut'
  /** The connection is closed without a byte. */
  | 'empty'
  /** The connection is reset in the middle of the body. */
  | 'reset'

interface Fault {
  /** Milliseconds before the answer. */
  delay?: number
  delivery?: Delivery
  /** How many requests fail with the specified 500; then they work. */
  failures?: number
  /** Answers in place of the service. */
  replace?: FeedResponse
  /** What becomes of the service's answer. */
  change?(answer: FeedResponse): FeedResponse
}

/** What each fault does to the answers of an account. */
export const faults: Record<FaultName, Fault> = {
  slow: { delay: 3000 },
  'slow-drip': { delivery: 'drip' },
  'network-error': { delivery: 'cut' },
  'connection-reset': { delivery: 'reset' },
  'empty-reply': { delivery: 'empty' },
  truncated: { change: truncate },
  'html-proxy': { replace: htmlPage(502, 'Bad Gateway') },
  'html-proxy-200': { replace: htmlPage(200, 'Welcome') },
  'fails-twice': { failures: 2 },
  'server-error': { failures: Number.POSITIVE_INFINITY },
}

/** As a proxy cuts it that has lost the server: well framed, but only half of it. */
function truncate(answer: FeedResponse): FeedResponse {
  const { body } = answer
  return body === null ? answer : { ...answer, body: body.slice(0, Math.ceil(body.length / 2)) }
}

/** The page of a proxy or captive portal between the client and the service. */
function htmlPage(status: number, title: string): FeedResponse {
  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      // Without it a browser would report a CORS failure instead of the page.
      [headers.AllowOrigin.name]: headers.AllowOrigin.value,
    },
    body: `<!doctype html>\n<html lang="en">\n<title>${title}</title>\n<h1>${title}</h1>\n<p>This is not the service you asked for.</p>\n</html>\n`,
  }
}

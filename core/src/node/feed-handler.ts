import type { IncomingMessage, ServerResponse } from 'node:http'
import { handle } from '../handle.ts'
import type { FeedContext, FeedRequest, FeedResponse } from '../request.ts'

/** A request's path as sent, and what follows the `?`. */
export interface Target {
  path: string
  query: string
}

/** Answers one request of the read API: node:http on the outside, core within. */
export async function answerFeedRequest(
  incoming: IncomingMessage,
  response: ServerResponse,
  target: Target,
  context: FeedContext,
): Promise<void> {
  writeFeedResponse(response, await handle(feedRequest(incoming, target), context))
}

export function feedRequest(incoming: IncomingMessage, target: Target): FeedRequest {
  return {
    ...target,
    method: incoming.method ?? '',
    header: (name) => headerOf(incoming, name),
    readBody: (limit) => readBody(incoming, limit),
  }
}

export function writeFeedResponse(response: ServerResponse, answer: FeedResponse): void {
  const { status, headers, body } = answer
  if (body === null) {
    response.writeHead(status, headers).end()
    return
  }
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body)
}

function headerOf(incoming: IncomingMessage, name: string): string | undefined {
  const value = incoming.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

async function readBody(incoming: IncomingMessage, limit: number): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of incoming) {
      bytes += chunk.length
      if (bytes > limit) return null
      chunks.push(chunk)
    }
  } catch {
    // The client went away in the middle of its body, so nobody is left to read an answer.
    return ''
  }
  return Buffer.concat(chunks).toString('utf8')
}

import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { writeFeedResponse } from '@photofeed/core/node'
import type { MockAnswer } from '../service/mock-service.ts'
import { pieces } from '../service/pieces.ts'

/** Puts an answer on the wire, or breaks the connection as a fault says. */
export async function deliver(
  response: ServerResponse,
  { response: answer, delivery }: MockAnswer,
): Promise<void> {
  if (delivery === 'whole') return writeFeedResponse(response, answer)
  if (delivery === 'cut') return void response.socket?.resetAndDestroy()
  if (delivery === 'none') return void response.socket?.end()
  const { status, headers, body } = answer
  const bytes = Buffer.from(body ?? '')
  const { parts, pauseMilliseconds, complete } = pieces(bytes, delivery)
  response.writeHead(status, { ...headers, 'Content-Length': bytes.length })
  for (const part of parts) {
    if (response.destroyed) return
    await new Promise<void>((resolve) => response.write(part, () => resolve()))
    await pause(pauseMilliseconds)
  }
  if (complete) response.end()
  else response.socket?.resetAndDestroy()
}

import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Fault } from './faults.ts'
import type { PlatformState } from './platform-state.ts'

export type EmulatorEnv = { Bindings: HttpBindings }
export type EmulatorContext = Context<EmulatorEnv>

const slowMilliseconds = 3000

/** Responds with JSON, or as a fault requires. `build` may throw an ApiError. */
export async function deliver(
  context: EmulatorContext,
  fault: Fault | null,
  { sleep, settings }: PlatformState,
  build: () => unknown,
): Promise<Response> {
  const { incoming, outgoing } = context.env
  if (settings.latencyMs > 0) await sleep(settings.latencyMs)
  if (fault?.delivery === 'slow') await sleep(slowMilliseconds)
  if (fault?.delivery === 'reset') {
    outgoing.socket?.resetAndDestroy()
    return RESPONSE_ALREADY_SENT
  }
  if (fault?.delivery === 'hang') {
    await new Promise((resolve) => incoming.socket.once('close', resolve))
    return RESPONSE_ALREADY_SENT
  }
  if (fault?.apiError) throw fault.apiError
  if (fault?.raw) {
    const { status, contentType, body } = fault.raw
    return context.body(body(), status as ContentfulStatusCode, { 'Content-Type': contentType })
  }
  const text = JSON.stringify(build())
  if (fault?.delivery === 'cut') {
    outgoing.writeHead(200, { 'Content-Type': json, 'Content-Length': Buffer.byteLength(text) })
    outgoing.write(text.slice(0, text.length / 2), () => outgoing.socket?.resetAndDestroy())
    return RESPONSE_ALREADY_SENT
  }
  return context.body(text, 200, { 'Content-Type': json })
}

const json = 'application/json; charset=UTF-8'

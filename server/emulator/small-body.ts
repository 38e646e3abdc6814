import type { MiddlewareHandler } from 'hono'

const maximumBytes = 16 * 1024

/**
 * Refuses bodies that are larger than any form or JSON here, or do not say how large they are. Hono's own limit makes
 * a new Request, which fails where @hono/node-server leaves the global objects alone.
 */
export const smallBody: MiddlewareHandler = async ({ req, text }, next) => {
  const usual = req.header('Transfer-Encoding') === undefined ? 0 : Number.POSITIVE_INFINITY
  const length = Number(req.header('Content-Length') ?? usual)
  return length <= maximumBytes ? next() : text(`At most ${maximumBytes} bytes, please`, 413)
}

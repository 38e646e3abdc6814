import type { MiddlewareHandler } from 'hono'
import type { EmulatorEnv } from './delivery.ts'
import type { PlatformState } from './platform-state.ts'

const loopbackAddress = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/i
const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/** Rejects requests from other machines and from pages of other sites: any web page can send requests to the emulator. */
export function loopbackOnly(state: PlatformState): MiddlewareHandler<EmulatorEnv> {
  return async (context, next) => {
    const { remoteAddress = '' } = context.env.incoming.socket
    const origin = context.req.header('Origin')
    const host = context.req.header('Host') ?? ''
    if (!loopbackAddress.test(remoteAddress) || !loopbackHost.test(host)) {
      return context.json(
        { error: 'The emulator accepts control requests from its own machine only.' },
        403,
      )
    }
    const isTrusted = origin === undefined || trusted(state, host).has(origin)
    if (!isTrusted || isCrossSite(context.req.header('Sec-Fetch-Site'), origin)) {
      const error = 'Send this from a page of a registered app, or from outside a browser.'
      return context.json({ error }, 403)
    }
    await next()
    if (origin !== undefined) {
      context.header('Access-Control-Allow-Origin', origin)
      context.header('Vary', 'Origin')
    }
  }
}

/** Its own pages, and those of the apps that are registered with it. */
function trusted({ apps }: PlatformState, host: string): Set<string> {
  const redirects = [...apps.values()].flatMap(({ redirectUris }) => redirectUris)
  return new Set([`http://${host.toLowerCase()}`, ...redirects.map((uri) => new URL(uri).origin)])
}

/** Browsers omit Origin from some requests, but then send Sec-Fetch-Site. */
function isCrossSite(site: string | undefined, origin: string | undefined): boolean {
  return origin === undefined && site !== undefined && site !== 'same-origin' && site !== 'none'
}

const maximumBytes = 16 * 1024

/**
 * Rejects bodies that are larger than any form or JSON here, or do not declare their length. Hono's own limit makes
 * a new Request, which fails where @hono/node-server leaves the global objects alone.
 */
export const smallBody: MiddlewareHandler = async ({ req, text }, next) => {
  const usual = req.header('Transfer-Encoding') === undefined ? 0 : Number.POSITIVE_INFINITY
  const length = Number(req.header('Content-Length') ?? usual)
  return length <= maximumBytes ? next() : text(`A body has at most ${maximumBytes} bytes.`, 413)
}

import type { MiddlewareHandler } from 'hono'
import type { EmulatorEnv } from './delivery.ts'
import type { PlatformState } from './platform-state.ts'

const loopbackAddress = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/i
const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/** Whoever controls the emulator sits at this machine: any web page can send requests to it. */
export function loopbackOnly(state: PlatformState): MiddlewareHandler<EmulatorEnv> {
  return async (context, next) => {
    const { remoteAddress = '' } = context.env.incoming.socket
    const origin = context.req.header('Origin')
    const host = context.req.header('Host') ?? ''
    if (!loopbackAddress.test(remoteAddress) || !loopbackHost.test(host)) {
      return context.json({ error: 'The emulator is controlled from its own machine only.' }, 403)
    }
    const isTrusted = origin === undefined || trusted(state, host).has(origin)
    if (!isTrusted || isCrossSite(context.req.header('Sec-Fetch-Site'), origin)) {
      const error =
        'The emulator answers no other web page: send this from the page of a registered app, or from outside a browser.'
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

/** A browser leaves Origin out of some requests, but then says where they come from. */
function isCrossSite(site: string | undefined, origin: string | undefined): boolean {
  return origin === undefined && site !== undefined && site !== 'same-origin' && site !== 'none'
}

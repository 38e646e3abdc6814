import type { MiddlewareHandler } from 'hono'
import { isSmallBody } from '../src/dashboard/routes.ts'
import type { EmulatorEnv } from './delivery.ts'

const loopbackAddress = /^(::1|(::ffff:)?127(\.\d{1,3}){3})$/i
const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/** Rejects requests from other machines and from pages of other sites: any web page can send forms to the emulator. */
export const ownPage: MiddlewareHandler<EmulatorEnv> = async (context, next) => {
  const { remoteAddress = '' } = context.env.incoming.socket
  const host = context.req.header('Host') ?? ''
  const origin = context.req.header('Origin')
  const site = context.req.header('Sec-Fetch-Site')
  const isHere = loopbackAddress.test(remoteAddress) && loopbackHost.test(host)
  // Browsers omit Origin from some requests, but then send Sec-Fetch-Site.
  const isOwn =
    origin === undefined
      ? site === undefined || site === 'same-origin' || site === 'none'
      : origin === `http://${host.toLowerCase()}`
  if (isHere && isOwn) return next()
  return context.text('Send this from the page of the emulator, on its own machine.', 403)
}

/** Rejects bodies that are larger than any form or JSON here, or do not declare their length. */
export const smallBody: MiddlewareHandler = async ({ req, text }, next) =>
  isSmallBody(req.raw.headers) ? next() : text('The body is too large, or has no length.', 413)

import { randomBytes } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import { knownMs } from '../db/owner-sessions.ts'

/**
 * Creates the functions for the cookie of a browser in which an owner signed in. It stays after signing out, so that the
 * owner is known again, also in another network. It names nobody and opens nothing.
 */
export function createDeviceCookie(baseUrl: string) {
  const secure = baseUrl.startsWith('https:')
  const name = `${secure ? '__Host-' : ''}photofeed_device`

  return {
    /** Returns the device that a request's cookies name; null if they name none. */
    read(headers: Headers | undefined): string | null {
      const device = parse(headers?.get('Cookie') ?? '', name)[name] ?? ''
      return /^[0-9a-f]{32}$/.test(device) ? device : null
    },

    create: (): string => randomBytes(16).toString('hex'),

    /** Returns the `Set-Cookie` line. */
    store: (device: string): string =>
      serialize(name, device, {
        ...{ maxAge: knownMs / 1000, path: '/', httpOnly: true, secure },
        sameSite: 'Lax',
      }),
  }
}

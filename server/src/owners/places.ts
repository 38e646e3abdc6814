import { randomBytes } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import { knownMs } from './owner-sessions.ts'

// Loaded only here: a server that only serves the API does not need it.
const addresses = async () => (await import('ipaddr.js')).default

/** The network that an address belongs to: an IPv4 address by itself, an IPv6 address by its /56, as providers assign them. */
export async function networkOf(address: string): Promise<string> {
  const ipaddr = await addresses()
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return Buffer.from(parsed.toByteArray().slice(0, 7)).toString('hex')
}

/** Returns an address in its short form. */
export async function shortAddress(address: string): Promise<string> {
  const ipaddr = await addresses()
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
}

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

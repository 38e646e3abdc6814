import { parse, serialize } from 'hono/utils/cookie'

/** Creates the functions of a cookie that no script can read. It is sent with https only, if the dashboard is. */
export function createCookie(baseUrl: string, plainName: string, maxAgeMs: number) {
  const secure = baseUrl.startsWith('https:')
  // The prefix binds it to this very host (RFC 6265bis, 4.1.3.2); browsers reject it without https.
  const name = `${secure ? '__Host-' : ''}photofeed_${plainName}`
  const line = (value: string, maxAge: number) =>
    serialize(name, value, { maxAge, path: '/', httpOnly: true, secure, sameSite: 'Lax' })

  return {
    /** Returns the cookie's value in a request; null if it has none. */
    read: (headers: Headers | undefined): string | null =>
      parse(headers?.get('Cookie') ?? '', name)[name] || null,
    /** Returns the `Set-Cookie` line that stores a value. */
    store: (value: string): string => line(value, maxAgeMs / 1000),
    /** Returns the `Set-Cookie` line that deletes it. */
    clear: (): string => line('', 0),
  }
}

import { randomBytes } from 'node:crypto'
import { createCookie } from '../http/cookies.ts'
import type { TimedLink } from '../mail/mails.ts'
import type { OwnerParts, OwnerSession, Visitor } from './auth.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export type Sessions = ReturnType<typeof createSessions>

const units = { day: dayMs, hour: hourMs, minute: hourMs / 60 }

/** Returns `1 hour` or `7 days`: the time in the largest unit of which it is a whole number. */
function inWords(milliseconds: number): string {
  const [unit = 'minute', length = 1] =
    Object.entries(units).find(([, length]) => milliseconds % length === 0) ?? []
  const format = new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(milliseconds / length)
}

/** Cookies and links have random tokens, of which the database has keyed hashes only, which open nothing. */
export function createSessions({ sessions, baseUrl, digest, clock, onError }: OwnerParts) {
  /** How long a link works: one that a visitor requested, and one that an operator hands over. */
  const linkLifetimes = { requested: hourMs, invitation: 7 * dayMs }
  const longestLifetime = Math.max(...Object.values(linkLifetimes))
  const cookie = createCookie(baseUrl, 'session', sessions.idleMs)
  // It stays after signing out, so that the owner is known again, also in another network. It names nobody and opens nothing.
  const browserCookie = createCookie(baseUrl, 'browser', sessions.knownMs)
  const browserHash = (token: string) => digest(`browser ${token}`)
  // A link to change an address to `newEmail` works for that address only, and must not set a password.
  const linkId = (token: string, newEmail: string | null) =>
    digest(newEmail === null ? `link ${token}` : `email ${newEmail} ${token}`)

  /** Returns the session that a request's cookies name; null if they name none. */
  async function find(headers: Headers | undefined): Promise<OwnerSession | null> {
    const token = cookie.read(headers)
    if (token === null) return null
    const now = clock()
    const row = await sessions.find(digest(`session ${token}`), now)
    if (!row) return null
    const { id, usedAt, ownerId, email, plan } = row
    const session = { id, owner: { id: ownerId, email, plan } }
    // The time of the last use is stored once an hour.
    if (usedAt > now - hourMs) return { ...session, cookies: [] }
    try {
      await sessions.use(id, now)
      return { ...session, cookies: [cookie.store(token)] }
    } catch (error) {
      // The session is valid, although its last use cannot be stored.
      onError(error)
      return { ...session, cookies: [] }
    }
  }

  return {
    find,

    /** Returns the token of the visitor's browser if the owner signed in with it before; otherwise null. */
    async knownBrowser(ownerId: string, { headers }: Visitor): Promise<string | null> {
      const token = browserCookie.read(headers)
      // A cookie that is unknown here may be planted by somebody who knows it.
      if (token === null) return null
      return (await sessions.knowsBrowser(ownerId, browserHash(token), clock())) ? token : null
    },

    /** Returns a session that is not stored yet, and its cookies. Null makes the browser known by a new token. */
    create(browser: string | null) {
      const token = randomBytes(32).toString('hex')
      const browserToken = browser ?? randomBytes(16).toString('hex')
      const id = digest(`session ${token}`)
      const session = { id, browser: browserHash(browserToken), at: clock() }
      return { session, cookies: [cookie.store(token), browserCookie.store(browserToken)] }
    },

    /** Ends all sessions of an owner but that of the request, and forgets the other browsers. */
    endOthers: (ownerId: string, id: string, headers: Headers): Promise<void> =>
      sessions.endOthers(ownerId, { id, browser: browserHash(browserCookie.read(headers) ?? '') }),

    /** Returns a new link to choose a password, or to change the owner's address; null if the owner has another one by now. */
    async createLink(
      owner: { ownerId: string; email: string },
      kind: keyof typeof linkLifetimes = 'requested',
      newEmail: string | null = null,
    ): Promise<TimedLink | null> {
      const token = randomBytes(32).toString('hex')
      const link = {
        ...owner,
        id: linkId(token, newEmail),
        expiresAt: clock() + linkLifetimes[kind],
      }
      if (!(await sessions.addLink(link))) return null
      const path =
        newEmail === null
          ? `/reset-password?token=${token}`
          : `/settings/email?${new URLSearchParams({ token, email: newEmail })}`
      return { url: `${baseUrl}${path}`, time: inWords(linkLifetimes[kind]) }
    },

    /** How long a link works that a visitor requested, for texts. */
    requestedTime: inWords(linkLifetimes.requested),

    /** Returns the link with a token; undefined if it was used or has expired. */
    findLink: (token: string, newEmail: string | null = null) =>
      sessions.findLink(linkId(token, newEmail), clock(), longestLifetime),

    /** Ends the session that a request's cookies name, before another takes its place too. Returns the cookie that ends it there. */
    async signOut(headers: Headers | undefined): Promise<string[]> {
      const session = await find(headers)
      if (session) await sessions.end(session.id)
      return [cookie.clear()]
    },
  }
}

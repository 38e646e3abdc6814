import { isStorable } from '../db/engine.ts'
import type { Db } from '../db/schema.ts'
import {
  type Auth,
  type AuthResult,
  type ListedSession,
  type OwnerSession,
  readResult,
  type SignedInVisitor,
} from './auth.ts'
import { endOtherSessions, endSession } from './owner-sessions.ts'
import { shortAddress } from './places.ts'

const ended: AuthResult = { ok: true, cookies: [] }

/** Creates the functions that find, list and end owners' sessions. */
export function createSessions({ db, auth }: { db: Db; auth(): Promise<Auth> }) {
  async function find(
    headers: Headers,
    { disableRefresh = false } = {},
  ): Promise<OwnerSession | null> {
    const { api } = await auth()
    const get = (query: { disableRefresh: boolean }) =>
      api.getSession({ headers, query, returnHeaders: true })
    const found = await get({ disableRefresh }).catch((error: unknown) => {
      if (disableRefresh) throw error
      // Without a write: the session is valid, although its last use cannot be stored.
      return get({ disableRefresh: true })
    })
    if (!found.response) return null
    const { session, user } = found.response
    const owner = { id: user.id, email: user.email }
    return { id: session.id, owner, cookies: found.headers.getSetCookie() }
  }

  return {
    /** Returns the session that a request's cookies name; null if they name none. */
    find: (headers: Headers) => find(headers),

    /** Returns the owner's sessions, last used first. */
    async list(ownerId: string): Promise<ListedSession[]> {
      const { internalAdapter } = await (await auth()).$context
      const sessions = await internalAdapter.listSessions(ownerId, { onlyActiveSessions: true })
      const active = sessions
        .filter(({ expiresAt }) => expiresAt > new Date())
        .sort((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime())
      return Promise.all(
        active.map(async ({ id, createdAt, updatedAt, ipAddress, userAgent }) => ({
          id,
          createdAt: createdAt.getTime(),
          usedAt: updatedAt.getTime(),
          address: await shortAddress(ipAddress ?? ''),
          userAgent: userAgent ?? '',
        })),
      )
    },

    /** Ends one of the owner's sessions. */
    async end({ session }: { session: string }, { owner }: SignedInVisitor): Promise<AuthResult> {
      if (isStorable(session)) await endSession(db, owner.id, session)
      return ended
    },

    /** Ends all of the owner's sessions but the visitor's. */
    async endOthers(_: object, { owner, sessionId }: SignedInVisitor): Promise<AuthResult> {
      await endOtherSessions(db, owner.id, sessionId)
      return ended
    },

    /**
     * Ends the session that a request's cookies name; the result's cookies end it in the browser.
     *
     * @throws {Error} if the session goes on, because the database failed.
     */
    async signOut(headers: Headers): Promise<AuthResult> {
      const session = await find(headers, { disableRefresh: true })
      if (session) await endSession(db, session.owner.id, session.id)
      const { api } = await auth()
      // Returns the cookies. It only logs it if a session is not deleted.
      return readResult(await api.signOut({ headers, asResponse: true }))
    },
  }
}

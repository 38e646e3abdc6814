import { randomBytes } from 'node:crypto'
import type { OwnerParts } from './auth.ts'

const hourMs = 3_600_000

/** How long a link works: one that a visitor requested, and one that an operator hands over. */
export const linkLifetimes = { requested: hourMs, invitation: 7 * 24 * hourMs }

/** Creates the functions over links. The database has a keyed hash of the token only. */
export function createLinks({ sessions, digest, baseUrl, clock }: OwnerParts) {
  const idOf = (token: string) => digest(`link ${token}`)

  return {
    /** Returns the address of a new link to choose a password, or to confirm a new e-mail address. */
    async create(
      ownerId: string,
      newEmail: string | null = null,
      lifetimeMs = linkLifetimes.requested,
    ): Promise<string> {
      const token = randomBytes(32).toString('hex')
      const expiresAt = clock() + lifetimeMs
      await sessions.addLink({ id: idOf(token), ownerId, newEmail, expiresAt })
      return `${baseUrl}/${newEmail === null ? 'reset-password' : 'confirm-email'}?token=${token}`
    },

    /** Returns the link with a token; undefined if it was used, has expired, or is for another purpose. */
    find: (token: string, purpose: 'password' | 'email') =>
      sessions.findLink(idOf(token), purpose, clock()),
  }
}

export type Links = ReturnType<typeof createLinks>

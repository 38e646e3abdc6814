import type { Database } from '../db/database.ts'
import { enqueue, noAccount } from '../db/outbox.ts'
import { deleteOwner, fromLinkValue, revokeLinks, storeEmail } from '../db/owner-rows.ts'
import { type AttemptLimits, limits, networkOf } from './attempt-limits.ts'
import {
  type Auth,
  type AuthResult,
  addressHeader,
  type Confirmation,
  parseEmail,
  type RejectionReason,
  readResult,
  type Visitor,
} from './auth.ts'

interface Parts {
  database: Pick<Database, 'tables' | 'connections'>
  /** Whether a new address is confirmed by mail. */
  confirmsByMail: boolean
  auth(): Promise<Auth>
  attempts: AttemptLimits
  clock(): number
}

/** Creates the functions for owners to change e-mail address and password, or delete themselves. */
export function createOwnerChanges(parts: Parts) {
  const { database, confirmsByMail, auth, clock } = parts
  const { limited, withPassword } = parts.attempts
  const { db } = database.tables

  async function verifyPassword({ headers, password }: Confirmation): Promise<AuthResult> {
    const { api } = await auth()
    return readResult(await api.verifyPassword({ headers, body: { password }, asResponse: true }))
  }

  /** Stores a new password and ends the owner's other sessions; the result's cookies replace this one. */
  function changePassword(by: Confirmation, newPassword: string, visitor: Visitor) {
    return withPassword('change_password', by.owner.email, visitor, async () => {
      const { api } = await auth()
      const headers = new Headers(by.headers)
      headers.set(addressHeader, visitor.address)
      const body = { currentPassword: by.password, newPassword, revokeOtherSessions: true }
      const result = await readResult(await api.changePassword({ headers, body, asResponse: true }))
      // A link that somebody else requested must not undo the change.
      if (result.ok) await revokeLinks(db, by.owner.id)
      return result
    })
  }

  /** Changes the e-mail address: with a mailer once the link that it mails there is used, otherwise immediately. */
  async function changeEmail(
    by: Confirmation,
    typed: string,
    visitor: Visitor,
  ): Promise<AuthResult> {
    const email = parseEmail(typed)
    if (email === null) return { ok: false, reason: 'INVALID_EMAIL' }
    const result = await withPassword('change_email', by.owner.email, visitor, () =>
      verifyPassword(by),
    )
    if (!result.ok) return result
    const change = { ownerId: by.owner.id, email }
    if (!confirmsByMail)
      return toResult(await storeEmail(db, change, { byLink: false, now: clock() }))
    const rejected = await limited([limits.mail('change_email_mail'), email])
    if (rejected) return rejected
    await enqueue(db, 'change_email_mail', noAccount, change)
    return { ok: true, cookies: [] }
  }

  /** Stores the new e-mail address that a link was mailed to, and enqueues a note to the old one. */
  async function confirmEmail(token: string, { address }: Visitor): Promise<AuthResult> {
    const rejected = await limited([limits.network('confirm_email'), await networkOf(address)])
    if (rejected) return rejected
    const { internalAdapter } = await (await auth()).$context
    const link = await internalAdapter.findVerificationValue(`change-email:${token}`)
    if (!link || link.expiresAt < new Date()) return { ok: false, reason: 'INVALID_TOKEN' }
    const change = fromLinkValue(link.value)
    return toResult(await storeEmail(db, change, { byLink: true, now: clock() }))
  }

  /** Disconnects the owner's accounts, deletes the owner, and ends every session. */
  async function deleteConfirmed(by: Confirmation, visitor: Visitor): Promise<AuthResult> {
    const result = await withPassword('delete_owner', by.owner.email, visitor, () =>
      verifyPassword(by),
    )
    if (!result.ok) return result
    await deleteOwner(db, database.connections, by.owner.id)
    const { api } = await auth()
    return readResult(await api.signOut({ headers: by.headers, asResponse: true }))
  }

  return { changePassword, changeEmail, confirmEmail, delete: deleteConfirmed }
}

function toResult(reason: RejectionReason | null): AuthResult {
  return reason === null ? { ok: true, cookies: [] } : { ok: false, reason }
}

import { createHash } from 'node:crypto'
import type { PlanName } from '@photofeed/openapi'
import type { Mail } from '../../src/mail/mailer.ts'
import { Rejected, type RejectionReason } from '../../src/owners/auth.ts'
import type { Owners } from '../../src/owners/owners.ts'
import type { PasswordHashing } from '../../src/owners/passwords.ts'
import type { Database } from '../../src/stores/database.ts'
import type { ClaimedWork, MailKind } from '../../src/stores/service/work-kinds.ts'

export async function addOwner(
  { tables }: Database,
  { email, plan = 'free' }: { email: string; plan?: PlanName },
): Promise<string> {
  const id = `id of ${email}`
  const owner = { id, email, plan, password: null, created_at: Date.UTC(2026, 2, 1) }
  await tables.db.insertInto('owner').values(owner).execute()
  return id
}

/** Connects an account of the platform, as its owner would. */
export function connect(
  { connections }: Database,
  ownerId: string,
  username: string,
): Promise<{ accountId: number; apiKey: string }> {
  const profile = { username, name: '', biography: '', website: null, picture: null }
  const counts = { followersCount: 0, followsCount: 0, mediaCount: 0 }
  return connections.connect(ownerId, {
    platformId: `1784${username.length}${[...username].map((c) => c.charCodeAt(0)).join('')}`,
    platformOwnerId: null,
    profile: { ...profile, ...counts },
    ...{ token: `token of ${username}`, tokenExpiresAt: 1_000_000, permissions: [] },
  })
}

const digest = (password: string) => createHash('sha256').update(password).digest('hex')

/** A hash that costs nothing. Only tests of the stored hash need the slow one. */
export const quickPasswords: PasswordHashing = {
  hash: async (password) => digest(password),
  verify: async ({ hash, password }) => hash === digest(password),
}

/** Sends the mails to owners that wait, as the work of a server does. */
export async function sendOwnerMails(
  { work }: Pick<Database, 'work'>,
  { byMail }: { byMail: { send: NonNullable<Owners['byMail']>['send'] } | null },
): Promise<void> {
  for (const message of await work.claim(['mail'], 100, 60_000)) {
    await byMail?.send(message as ClaimedWork<MailKind>)
    await work.complete(message, null)
  }
}

/** The token of the link in a mail; empty if it has none. */
export function tokenIn(mail: Mail | undefined): string {
  return /\/reset-password\?token=(\w+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

type Result =
  | { ok: true; cookies: string[] }
  | { ok: false; reason: RejectionReason; retryAfter?: number }

/** Functions whose rejections are results, so that tests can compare them. */
export type WithResults<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (...input: infer Input) => Promise<string[]>
    ? (...input: Input) => Promise<Result>
    : Functions[Name] extends (...input: never[]) => unknown
      ? Functions[Name]
      : WithResults<Functions[Name]>
}

/** Returns the functions of owners, which return rejections instead of throwing them. */
export function withResults<Functions extends object>(
  functions: Functions,
): WithResults<Functions> {
  const wrapped = Object.entries(functions).map(([name, member]) => {
    if (typeof member !== 'function')
      return [name, Object(member) === member ? withResults(member) : member]
    return [
      name,
      async (...input: unknown[]) => {
        try {
          const result = await member(...input)
          const isCookies = Array.isArray(result) && result.every((one) => typeof one === 'string')
          return isCookies ? { ok: true, cookies: result } : result
        } catch (error) {
          if (!(error instanceof Rejected)) throw error
          const { reason, retryAfter } = error
          return { ok: false, reason, ...(retryAfter !== null && { retryAfter }) }
        }
      },
    ]
  })
  return Object.fromEntries(wrapped)
}

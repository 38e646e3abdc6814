import { UserError } from '@photofeed/core/node'
import type { BetterAuthOptions, betterAuth } from 'better-auth'
import { z } from 'zod'
import type { DatabaseTables } from '../db/engine.ts'
import { parseJson } from '../platform/platform-reading.ts'

export const passwordLength = { minimum: 10, maximum: 128 }

/** The header that carries the visitor's address to better-auth, which stores it with the session. */
export const addressHeader = 'x-visitor-address'

export interface Owner {
  id: string
  email: string
}

export interface OwnerSession {
  id: string
  owner: Owner
  /** `Set-Cookie` lines that extend it, for the response. */
  cookies: readonly string[]
}

/** A session in the list of its owner. Times are milliseconds since the epoch. */
export interface ListedSession {
  id: string
  createdAt: number
  /** At most an hour earlier than the last use. */
  usedAt: number
  /** The network address of the sign-in; empty if it is unknown. */
  address: string
  /** The `User-Agent` of the sign-in; empty if there was none. */
  userAgent: string
}

/** The sender of a request. */
export interface Visitor {
  /** The network address, for the limits. */
  address: string
  /** May contain the cookies of a session and of a device. */
  headers?: Headers
}

export interface SignedInVisitor extends Visitor {
  owner: Owner
  sessionId: string
  headers: Headers
}

/** A failed sign-in, for the log. Both are short keyed hashes. */
export interface FailedSignIn {
  owner: string
  network: string
}

/** By default better-auth's, which uses scrypt. */
export interface PasswordHashing {
  hash(password: string): Promise<string>
  verify(stored: { hash: string; password: string }): Promise<boolean>
}

interface AuthSettings {
  tables: DatabaseTables
  /** In hex. */
  secret: string
  /** Where the dashboard is, without a trailing slash. */
  baseUrl: string
  passwords?: PasswordHashing | undefined
  onPasswordReset?(data: { user: { id: string; email: string } }): Promise<void>
  onError(error: unknown): void
}

/** Options for better-auth: addresses and passwords, no telemetry, and its rate limits replaced by attempt-limits.ts. */
export function authOptions(settings: AuthSettings) {
  const { tables, secret, baseUrl, passwords, onPasswordReset, onError } = settings
  return {
    ...ownerTables,
    secret,
    baseURL: new URL(baseUrl).origin,
    database: { db: tables.db, type: tables.engine, transaction: true },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLength.minimum,
      maxPasswordLength: passwordLength.maximum,
      revokeSessionsOnPasswordReset: true,
      ...(passwords && { password: passwords }),
      ...(onPasswordReset && { onPasswordReset }),
    },
    // How often the time of the last use is stored.
    session: { ...ownerTables.session, updateAge: 3600 },
    rateLimit: { enabled: false },
    advanced: {
      ...cookies(baseUrl),
      ipAddress: { ipAddressHeaders: [addressHeader] },
      // `start` compares the schema, see assertOwnerSchema.
      database: { validateSchema: false },
    },
    logger: {
      level: 'error',
      log: (_level, message, ...details) =>
        onError(details.find((detail) => detail instanceof Error) ?? new Error(message)),
    },
    telemetry: { enabled: false },
  } as const satisfies BetterAuthOptions
}

/** The prefix binds a cookie to this very host (RFC 6265bis, 4.1.3.2); browsers reject it without https. */
function cookies(baseUrl: string) {
  const secure = baseUrl.startsWith('https:')
  return {
    useSecureCookies: false,
    cookiePrefix: 'photofeed',
    defaultCookieAttributes: { secure },
    cookies: { session_token: { name: `${secure ? '__Host-' : ''}photofeed_session` } },
  }
}

const times = { createdAt: 'created_at', updatedAt: 'updated_at' }

/**
 * What better-auth calls user, session, account and verification, by our names: an account is something else here.
 * It does not know the plan, so that no request can set one.
 */
const ownerTables = {
  user: { modelName: 'owner', fields: { emailVerified: 'email_verified', ...times } },
  session: {
    modelName: 'owner_session',
    fields: {
      userId: 'owner_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      ...times,
    },
  },
  account: {
    modelName: 'owner_login',
    fields: {
      userId: 'owner_id',
      accountId: 'login_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      ...times,
    },
  },
  verification: {
    modelName: 'owner_verification',
    fields: { expiresAt: 'expires_at', ...times },
    // Reset tokens are stored as their SHA-256.
    storeIdentifier: 'hashed',
  },
} as const satisfies BetterAuthOptions

/** better-auth's codes that a page has a message for. */
const rejectionReasons = [
  'INVALID_EMAIL',
  'INVALID_EMAIL_OR_PASSWORD',
  'INVALID_PASSWORD',
  'INVALID_TOKEN',
  'PASSWORD_TOO_LONG',
  'PASSWORD_TOO_SHORT',
  'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
] as const

export type RejectionReason = (typeof rejectionReasons)[number]

/** Whether a sign-in or a confirmation failed by its password. */
export function isWrongPassword(reason: string): boolean {
  return reason === 'INVALID_EMAIL_OR_PASSWORD' || reason === 'INVALID_PASSWORD'
}

export type AuthResult =
  | { ok: true; cookies: readonly string[] }
  | { ok: false; reason: RejectionReason }
  /** `retryAfter` is in seconds. */
  | { ok: false; reason: 'TOO_MANY_ATTEMPTS' | 'BUSY'; retryAfter: number }

const failed = z.object({ code: z.string() })

/** Reads a response of better-auth. Throws if no page has a message for its code, which is then the cause of the error. */
export async function readResult(response: Response): Promise<AuthResult> {
  if (response.ok) return { ok: true, cookies: response.headers.getSetCookie() }
  const body = await response.text()
  const code = failed.safeParse(parseJson(body)).data?.code ?? ''
  // A link of a deleted owner is no longer valid.
  const known = code === 'USER_NOT_FOUND' ? 'INVALID_TOKEN' : code
  const reason = z.enum(rejectionReasons).safeParse(known)
  if (reason.success) return { ok: false, reason: reason.data }
  const what = `better-auth responded with ${response.status} and ${body.slice(0, 200)}`
  throw new Error(what, { cause: code })
}

/**
 * Compares the database with the schema of the installed better-auth.
 *
 * @throws {UserError} if something is missing or different.
 */
export async function assertOwnerSchema(tables: DatabaseTables): Promise<void> {
  const { getMigrations } = await import('better-auth/db/migration')
  const options = authOptions({ tables, secret: '', baseUrl: 'http://localhost', onError() {} })
  const warnings: string[] = []
  const logger = { level: 'warn' as const, log: (_: string, line: string) => warnings.push(line) }
  const found = await getMigrations({ ...options, logger }, { throwOnUnsafe: false })
  const missing = [...found.toBeCreated, ...found.toBeAdded].flatMap(({ table, fields }) =>
    Object.keys(fields).map((column) => `${table}.${column}`),
  )
  const problems = [...found.unsafeChanges, ...found.schemaProblems, ...warnings]
  if (missing.length === 0 && problems.length === 0) return
  const what =
    missing.length > 0
      ? `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`
      : problems.join(' ')
  throw new UserError(
    `The database does not have the tables that signing in needs: ${what}. ` +
      'Restore it from a backup, or install photofeed-server again with the versions that it names.',
  )
}

/** better-auth with our options. */
export type Auth = ReturnType<typeof betterAuth<ReturnType<typeof authOptions>>>

/** Whether a text may be the token of a link. Others are not searched for: PostgreSQL rejects NUL. */
export function isToken(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

/** Returns the address in lower case; null if it is invalid. */
export function parseEmail(typed: string): string | null {
  // RFC 5321, 4.5.3.1.3
  return typed.length <= 254 && z.email().safeParse(typed).success ? typed.toLowerCase() : null
}

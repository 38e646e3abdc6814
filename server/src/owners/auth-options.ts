import type { BetterAuthOptions } from 'better-auth'
import type { Database } from '../db/ports.ts'
import type { Mailer } from '../mail/mailer.ts'
import { resetPasswordMail } from '../mail/reset-password-mail.ts'
import { ownerTables } from './owner-tables.ts'
import { addressHeader, rateLimits } from './rate-limits.ts'

export const passwordLength = { minimum: 10, maximum: 128 }

export interface AuthParts {
  tables: Database['tables']
  secret: string
  /** Where the dashboard is, without a trailing slash. */
  baseUrl: string
  mailer: Mailer | null
  /** How passwords are stored; by default as better-auth does, with scrypt. */
  passwords?: PasswordHashing
  onError(error: unknown): void
}

export interface PasswordHashing {
  hash(password: string): Promise<string>
  verify(stored: { hash: string; password: string }): Promise<boolean>
}

/** What better-auth does here: addresses and passwords, and nothing that calls home. */
export function authOptions(parts: AuthParts) {
  const { tables, secret, baseUrl, mailer, passwords, onError } = parts
  return {
    ...ownerTables,
    secret,
    // Only our own code sends it requests, so where it thinks it lives is nobody's business.
    baseURL: new URL(baseUrl).origin,
    basePath: '/owners',
    database: { db: tables.db, type: tables.engine, transaction: true },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLength.minimum,
      maxPasswordLength: passwordLength.maximum,
      revokeSessionsOnPasswordReset: true,
      ...(passwords && { password: passwords }),
      ...(mailer && sendingReset(mailer, parts)),
    },
    rateLimit: { ...ownerTables.rateLimit, ...rateLimits },
    advanced: {
      ...cookies(baseUrl),
      ipAddress: { ipAddressHeaders: [addressHeader] },
      // A mail takes its time, which would tell that the address is known.
      backgroundTasks: { handler: (task) => void task.catch(onError) },
      // A test compares the schema.
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

function sendingReset(mailer: Mailer, { baseUrl }: Pick<AuthParts, 'baseUrl'>) {
  return {
    sendResetPassword: ({ user, token }: { user: { email: string }; token: string }) =>
      mailer.send({
        ...resetPasswordMail({ url: `${baseUrl}/reset-password?token=${token}` }),
        to: user.email,
      }),
  }
}

/** The prefix binds a cookie to this very host (RFC 6265bis, 4.1.3.2); browsers refuse it without https. */
function cookies(baseUrl: string) {
  const secure = baseUrl.startsWith('https:')
  return {
    useSecureCookies: false,
    cookiePrefix: 'photofeed',
    defaultCookieAttributes: { secure },
    cookies: { session_token: { name: `${secure ? '__Host-' : ''}photofeed_session` } },
  }
}

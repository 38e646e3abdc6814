import type { BetterAuthOptions } from 'better-auth'
import type { Database } from '../db/ports.ts'
import { ownerTables } from './owner-tables.ts'

export const passwordLength = { minimum: 10, maximum: 128 }

/** The header that carries the visitor's address to better-auth, which stores it with the session. */
export const addressHeader = 'x-visitor-address'

export interface PasswordHashing {
  hash(password: string): Promise<string>
  verify(stored: { hash: string; password: string }): Promise<boolean>
}

export interface AuthSettings {
  tables: Database['tables']
  /** In hex. */
  secret: string
  /** Where the dashboard is, without a trailing slash. */
  baseUrl: string
  /** How passwords are stored; by default as better-auth does, with scrypt. */
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
    // Only our own code sends it requests.
    baseURL: new URL(baseUrl).origin,
    basePath: '/owners',
    database: { db: tables.db, type: tables.engine, transaction: true },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLength.minimum,
      maxPasswordLength: passwordLength.maximum,
      revokeSessionsOnPasswordReset: true,
      ...(passwords && { password: passwords }),
      ...(onPasswordReset && { onPasswordReset }),
    },
    rateLimit: { enabled: false },
    advanced: {
      ...cookies(baseUrl),
      ipAddress: { ipAddressHeaders: [addressHeader] },
      // `start` compares the schema, see owner-schema.ts.
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

import type { PlanName } from '@photofeed/openapi'
import { parse, serialize } from 'hono/utils/cookie'
import { z } from 'zod'
import type { Report } from '../events.ts'
import type { AttemptStore } from '../stores/service/attempts.ts'
import type { AccountConnections } from '../stores/service/connections.ts'
import type { OwnerStore } from '../stores/service/owners.ts'
import type { SessionStore } from '../stores/service/sessions.ts'

export const passwordLength = { minimum: 10, maximum: 128 }

export interface Owner {
  id: string
  email: string
  plan: PlanName
}

export interface OwnerSession {
  id: string
  owner: Owner
  /** `Set-Cookie` lines that extend it, for the response. */
  cookies: readonly string[]
}

/** The sender of a request. */
export interface Visitor {
  /** The network address, for the limits. */
  address: string
  /** May contain the cookies of a session and of a browser. */
  headers?: Headers
}

export interface SignedInVisitor extends Visitor {
  owner: Owner
  sessionId: string
  headers: Headers
}

/** What all parts of owners share. */
export interface OwnerParts {
  owners: OwnerStore
  sessions: SessionStore
  attempts: AttemptStore
  connections: Pick<AccountConnections, 'find'>
  /** Where the dashboard is, without a trailing slash. */
  baseUrl: string
  /** The address for help, in mails. */
  supportEmail: string
  /** Returns a hash that is keyed by the service's secret. */
  digest(text: string): string
  clock(): number
  onError(error: unknown): void
  report: Report
}

/** The start of a keyed hash, which names an owner or a network in the log. */
export const shortHash = (hash: string): string => hash.slice(0, 12)

/** Why a form was rejected. */
export type RejectionReason =
  | 'BUSY'
  | 'EMAIL_TAKEN'
  | 'INVALID_EMAIL'
  | 'INVALID_EMAIL_OR_PASSWORD'
  | 'INVALID_PASSWORD'
  | 'INVALID_TOKEN'
  | 'PASSWORD_TOO_LONG'
  | 'PASSWORD_TOO_SHORT'
  | 'TOO_MANY_ATTEMPTS'

/** What a visitor entered was rejected. */
export class Rejected extends Error {
  readonly reason: RejectionReason
  /** In seconds; null if waiting does not help. */
  readonly retryAfter: number | null

  constructor(reason: RejectionReason, retryAfter: number | null = null) {
    super(reason)
    this.reason = reason
    this.retryAfter = retryAfter
  }
}

/** Whether a sign-in or a confirmation failed by its password. */
export function isWrongPassword(reason: RejectionReason): boolean {
  return reason === 'INVALID_EMAIL_OR_PASSWORD' || reason === 'INVALID_PASSWORD'
}

/** Returns an e-mail address in lower case. */
export function parseEmail(typed: string): string {
  // RFC 5321, 4.5.3.1.3
  if (typed.length <= 254 && z.email().safeParse(typed).success) return typed.toLowerCase()
  throw new Rejected('INVALID_EMAIL')
}

/** The network that an address belongs to: an IPv4 address by itself, an IPv6 address by its /56, as providers assign them. */
export async function networkOf(address: string): Promise<string> {
  // Loaded only here: a server that only serves the API does not need it.
  const { default: ipaddr } = await import('ipaddr.js')
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.fromByteArray([...parsed.toByteArray().slice(0, 7), ...Array(9).fill(0)]).toString()
}

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

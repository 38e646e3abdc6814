import type { PlanName } from '@photofeed/openapi'
import { z } from 'zod'
import type { Report } from '../log.ts'
import { isMailAddress } from '../mail/mailer.ts'
import type { Settings } from '../settings/settings.ts'
import type { Database } from '../stores/database.ts'

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

export interface Visitor {
  /** The network address, for the limits. */
  address: string
  /** May contain the cookies of a session and of a browser. */
  headers?: Headers
}

export interface SignedInVisitor extends Visitor {
  owner: Owner
  headers: Headers
}

export interface OwnerParts
  extends Pick<Database, 'owners' | 'sessions' | 'attempts' | 'connections'> {
  baseUrl: string
  settings: Settings
  /** Returns a hash that is keyed by the service's secret. Its start names an owner or a network in the log. */
  digest(text: string): string
  clock(): number
  onError(error: unknown): void
  report: Report
}

export const shortHash = (hash: string): string => hash.slice(0, 12)

const { minimum, maximum } = passwordLength

/** The fields of forms that a visitor fills in. */
export type FieldName = 'email' | 'password' | 'current'

/** Why a form was rejected: the status and the sentence of the response, and the field that it is about. */
export const rejections = {
  BUSY: [503, 'Too many people are signing in at the moment.'],
  TOO_MANY_ATTEMPTS: [429, 'Too many attempts.'],
  INVALID_EMAIL: [422, 'This is not an email address. Write it like name@example.org.', 'email'],
  INVALID_EMAIL_OR_PASSWORD: [
    401,
    'Wrong email address or password. Try again, or choose a new password.',
  ],
  INVALID_PASSWORD: [401, 'This is not your current password. Try again.', 'current'],
  INVALID_TOKEN: [422, 'This link was used already, or has expired. Request a new one.'],
  PASSWORD_TOO_SHORT: [
    422,
    `A password has at least ${minimum} characters. Choose a longer one.`,
    'password',
  ],
  PASSWORD_TOO_LONG: [
    422,
    `A password has at most ${maximum} characters. Choose a shorter one.`,
    'password',
  ],
  EMAIL_TAKEN: [
    422,
    'This email address is signed up already. Sign in with it, or use another one.',
    'email',
  ],
} as const satisfies Record<string, readonly [number, string, field?: FieldName]>

export type RejectionReason = keyof typeof rejections

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

export function parseEmail(typed: string): string {
  if (isMailAddress(typed) && z.email().safeParse(typed).success) return typed.toLowerCase()
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

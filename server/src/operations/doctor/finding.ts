import type { Role } from '../../config.ts'
import type { MediaStore } from '../../media/media-store.ts'

/** The result of a check, in a sentence that says what to do. */
export interface Finding {
  level: 'ok' | 'warning' | 'broken'
  sentence: string
}

/** The settings that are looked at, by their names in config.ts. */
export interface DoctorSettings {
  role: Role
  workers: number
  data: string
  database?: string | undefined
  secret?: string | undefined
  previousSecret?: string | undefined
  baseUrl?: string | undefined
  production: boolean
  supportEmail: string
  smtpUrl?: string | undefined
  mailFrom?: string | undefined
  platformClientId?: string | undefined
  platformClientSecret?: string | undefined
  platformGraphUrl: string
  purgeUrl?: string | undefined
  purgeToken?: string | undefined
  adminPort?: number | undefined
  adminHost: string
}

export interface DoctorParts {
  settings: DoctorSettings
  /** Null while its folder is not there: looking at it would make it. */
  media: Pick<MediaStore, 'check'> | null
  fetch: typeof fetch
  clock(): number
}

/** One thing to look at. It may find several things; an error is a finding too. */
export type Check = (parts: DoctorParts) => Promise<Finding[]>

export const ok = (sentence: string): Finding => ({ level: 'ok', sentence })
export const warning = (sentence: string): Finding => ({ level: 'warning', sentence })
export const broken = (sentence: string): Finding => ({ level: 'broken', sentence })

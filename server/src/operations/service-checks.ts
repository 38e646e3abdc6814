import type { Settings } from '../config.ts'
import { isLoopback } from '../mail/plain-text.ts'
import type { FileStore } from '../media/file-store.ts'

/** The result of a check, in a sentence with what to do. */
export interface Finding {
  level: 'ok' | 'warning' | 'broken'
  sentence: string
}

export interface DoctorParts {
  settings: Settings
  /** Null if its folder is missing: a check would create it. */
  files: FileStore | null
  fetch: typeof fetch
  clock(): number
}

/** A check. It may have several findings; an error is one too. */
export type Check = (parts: DoctorParts) => Promise<Finding | Finding[]>

export const ok = (sentence: string): Finding => ({ level: 'ok', sentence })
export const warning = (sentence: string): Finding => ({ level: 'warning', sentence })
export const broken = (sentence: string): Finding => ({ level: 'broken', sentence })

/** Settings that have no effect alone, or that a public server should not have. */
const doubts: {
  applies(settings: Settings): boolean
  sentence: string
  /** Whether `start` rejects them. */
  isRejected?: true
}[] = [
  {
    applies: (set) => set.role === 'worker' && !isSet(set.baseUrl),
    sentence:
      'A worker needs the address that clients use, because mails to owners contain it. Set PHOTOFEED_BASE_URL.',
    isRejected: true,
  },
  {
    applies: (set) => set.role === 'worker' && set.workers > 1,
    sentence:
      'A worker does not serve the API, so it has one process. Leave PHOTOFEED_WORKERS out, or set PHOTOFEED_ROLE to all or api.',
    isRejected: true,
  },
  {
    applies: (set) => set.role === 'worker' && !isSet(set.platformClientId),
    sentence:
      'A worker without an app on the photo platform refreshes nothing. Set PHOTOFEED_PLATFORM_CLIENT_ID and PHOTOFEED_PLATFORM_CLIENT_SECRET.',
  },
  {
    applies: (set) => isSet(set.platformClientId) !== isSet(set.platformClientSecret),
    sentence:
      'The app of the photo platform needs both PHOTOFEED_PLATFORM_CLIENT_ID and PHOTOFEED_PLATFORM_CLIENT_SECRET. Set the other one too.',
  },
  {
    applies: (set) => isSet(set.purgeToken) && !isSet(set.purgeUrl),
    sentence: 'PHOTOFEED_PURGE_TOKEN has no effect without PHOTOFEED_PURGE_URL. Set that too.',
  },
  {
    applies: (set) => isSet(set.smtpUrl) && !isSet(set.mailFrom) && atLocalhost(set.supportEmail),
    sentence: 'Mail would come from an address at localhost. Set PHOTOFEED_MAIL_FROM.',
  },
  {
    applies: (set) => set.production && atLocalhost(set.supportEmail),
    sentence: 'Errors name a support address at localhost. Set PHOTOFEED_SUPPORT_EMAIL.',
  },
  {
    applies: (set) => set.production && !set.baseUrl?.startsWith('https://'),
    sentence:
      'Links name an address that is not https, and a key travels in each. Set PHOTOFEED_BASE_URL to the public https address.',
  },
  {
    applies: (set) => set.adminPort !== undefined && !isLoopback(set.adminHost),
    sentence:
      'The admin port listens beyond this machine. Let a firewall restrict it to your own network.',
  },
]

export const checkSettings: Check = async ({ settings }) => {
  const found = doubts
    .filter(({ applies }) => applies(settings))
    .map(({ sentence, isRejected }) => (isRejected ? broken : warning)(sentence))
  return found.length > 0 ? found : ok('The settings fit together.')
}

function isSet(text: string | undefined): boolean {
  return text !== undefined && text !== ''
}

function atLocalhost(address: string): boolean {
  return address.endsWith('@localhost')
}

export const checkMail: Check = async ({ settings }) => {
  const { smtpUrl, mailFrom, supportEmail, platformClientId } = settings
  if (!smtpUrl) {
    return platformClientId
      ? warning(
          'No mail server is set, so owners get no mail about broken connections and cannot reset a password. Set PHOTOFEED_SMTP_URL.',
        )
      : ok('No mail server is set, and no owner needs mail.')
  }
  const { createSmtpMailer } = await import('../mail/smtp-mailer.ts')
  await createSmtpMailer({ url: smtpUrl, from: mailFrom ?? supportEmail }).check()
  return ok('The mail server responds and accepts the login.')
}

const timeLimitMs = 10_000
const largestSkewMs = 5 * 60_000

/** Any response shows that the platform can be reached; its Date (RFC 9110, 6.6.1) shows whether our clock is right. */
export const checkPlatform: Check = async ({ settings, fetch, clock }) => {
  const { platformClientId, platformGraphUrl } = settings
  if (!platformClientId) {
    return ok('No app of the photo platform is set: nothing is connected or refreshed.')
  }
  const signal = AbortSignal.timeout(timeLimitMs)
  const response = await fetch(platformGraphUrl, { redirect: 'manual', signal }).catch(() => null)
  if (!response) {
    return broken(
      `The photo platform does not respond at ${platformGraphUrl}. Check the address, DNS and the firewall.`,
    )
  }
  await response.body?.cancel()
  const skew = clock() - Date.parse(response.headers.get('date') ?? '')
  if (Math.abs(skew) > largestSkewMs) {
    return warning(
      `The clock of this machine is ${Math.round(Math.abs(skew) / 60_000)} minutes ${skew > 0 ? 'ahead' : 'behind'}. Set it by NTP: tokens are renewed by it.`,
    )
  }
  return ok('The photo platform responds, and the clock agrees with it.')
}

import type { Settings } from '../config.ts'
import type { FileStore } from '../media/file-store.ts'
import { settingProblems } from './setting-problems.ts'

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

export const checkSettings: Check = async ({ settings }) => {
  const found = settingProblems(settings).map(({ sentence, isRejected }) =>
    (isRejected ? broken : warning)(sentence),
  )
  return found.length > 0 ? found : ok('The settings fit together.')
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

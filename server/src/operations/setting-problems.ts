import type { Settings } from '../config.ts'
import { isLoopback } from '../mail/plain-text.ts'

/** Settings that contradict each other, have no effect alone, or that a public server should not have. */
interface SettingProblem {
  applies(settings: Settings): boolean
  /** What is wrong, and what to do. */
  sentence: string
  /** Whether `start` rejects them. */
  isRejected?: true
}

const problems: SettingProblem[] = [
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

/** Returns the problems of settings: those that `start` rejects, and warnings of `doctor`. */
export function settingProblems(settings: Settings): SettingProblem[] {
  return problems.filter(({ applies }) => applies(settings))
}

function isSet(text: string | undefined): boolean {
  return text !== undefined && text !== ''
}

function atLocalhost(address: string): boolean {
  return address.endsWith('@localhost')
}

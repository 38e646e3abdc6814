import { isLoopback } from '../../mail/loopback.ts'
import { type Check, type DoctorSettings, type Finding, ok, warning } from './finding.ts'

/** Settings that say nothing alone, or that a public server should not have. */
const doubts: { applies(settings: DoctorSettings): boolean; sentence: string }[] = [
  {
    applies: (set) => isSet(set.platformClientId) !== isSet(set.platformClientSecret),
    sentence:
      'The app of the photo platform needs both PHOTOFEED_PLATFORM_CLIENT_ID and PHOTOFEED_PLATFORM_CLIENT_SECRET. Set the other one too.',
  },
  {
    applies: (set) => isSet(set.purgeToken) && !isSet(set.purgeUrl),
    sentence: 'PHOTOFEED_PURGE_TOKEN says nothing without PHOTOFEED_PURGE_URL. Set that too.',
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
      'The admin port listens beyond this machine. See that a firewall lets only your own network reach it.',
  },
]

export const checkSettings: Check = async ({ settings }) => {
  const found: Finding[] = doubts
    .filter(({ applies }) => applies(settings))
    .map(({ sentence }) => warning(sentence))
  return found.length > 0 ? found : [ok('The settings fit together.')]
}

function isSet(text: string | undefined): boolean {
  return text !== undefined && text !== ''
}

function atLocalhost(address: string): boolean {
  return address.endsWith('@localhost')
}

import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Where media may be downloaded from. Addresses that are not public never are, except for trusted origins. */
export interface DownloadRules {
  /** Names, or `*.` and a name for every host below it; null for any host. */
  hosts: readonly string[] | null
  /** Whether http will do. */
  plainHttp: boolean
  /** Origins such as `http://127.0.0.1:4401` that may be asked wherever they are. */
  trustedOrigins: readonly string[]
}

/** Media that the platform lists. */
export const platformRules: DownloadRules = {
  hosts: ['*.cdninstagram.com', '*.fbcdn.net'],
  plainHttp: false,
  trustedOrigins: [],
}

/** Media of an operator's own archive: its hosts are nobody's to foresee. */
export const archiveRules: DownloadRules = { hosts: null, plainHttp: true, trustedOrigins: [] }

/** The settings about downloads, by their names in config.ts. */
export interface DownloadSettings {
  mediaHosts?: readonly string[] | undefined
  mediaOrigins?: readonly string[] | undefined
}

/** The rules as an operator has set them. */
export function downloadRules(
  usual: DownloadRules,
  { mediaHosts, mediaOrigins }: DownloadSettings,
): DownloadRules {
  return {
    ...usual,
    hosts: mediaHosts ?? usual.hosts,
    trustedOrigins: mediaOrigins ?? usual.trustedOrigins,
  }
}

/** Why the rules forbid an address, as far as its text tells; null when they do not. */
export function refusal(url: URL, rules: DownloadRules): string | null {
  if (!/^https?:$/.test(url.protocol)) return 'not a web address'
  if (url.username !== '' || url.password !== '') return 'an address with a password'
  if (isTrusted(url, rules)) return null
  if (url.protocol !== 'https:' && !rules.plainHttp) return 'not https'
  if (rules.hosts && !rules.hosts.some((pattern) => isHostOf(url, pattern))) {
    return 'a host that is not allowed'
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) && !isPublicAddress(host) ? 'not a public address' : null
}

export function isTrusted(url: URL, { trustedOrigins }: DownloadRules): boolean {
  return trustedOrigins.includes(url.origin)
}

/** A host that is allowed by its name is so on the usual port only. */
function isHostOf({ hostname, port }: URL, pattern: string): boolean {
  if (port !== '') return false
  return pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : hostname === pattern
}

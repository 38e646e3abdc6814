import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A host that is this machine. */
export const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i

/** Where media may be downloaded from. Addresses that are not public never are, except for trusted origins. */
export interface DownloadRules {
  /** Names, or `*.` and a name for every host below it; null for any host. */
  hosts: readonly string[] | null
  /** Whether http is allowed too. */
  plainHttp: boolean
  /** Origins such as `http://127.0.0.1:4401` that are allowed wherever they are. */
  trustedOrigins: readonly string[]
}

/** Returns why the rules forbid a URL, or null. Addresses behind host names are checked by the connection. */
export function rejectionOf(url: URL, rules: DownloadRules): string | null {
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

/** A host that is allowed by its name is allowed on the default port only. */
function isHostOf({ hostname, port }: URL, pattern: string): boolean {
  if (port !== '') return false
  return pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : hostname === pattern
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

// Azure serves the credentials of its virtual machines here.
const azureHost = '168.63.129.16'

/**
 * Whether an IP address is on the public internet. IPv6 addresses that contain an IPv4 address are not, except for
 * NAT64 of a public address: on a network without IPv4, every IPv4 host has one.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address instanceof ipaddr.IPv4) {
    return address.range() === 'unicast' && address.toString() !== azureHost
  }
  if (address.match(nat64)) return isPublicAddress(address.toByteArray().slice(12).join('.'))
  // The library counts unassigned addresses as unicast, `::127.0.0.1` among them.
  return address.match(globalUnicast) && address.range() === 'unicast'
}

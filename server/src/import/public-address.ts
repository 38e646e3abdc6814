import ipaddr from 'ipaddr.js'

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

// Azure answers its virtual machines here, with what is nobody else's business.
const cloudOwn = '168.63.129.16'

/**
 * Whether an IP address is one of the public internet. What carries an IPv4 address in an IPv6 one is not, except for
 * NAT64 of a public address: on a network without IPv4, every IPv4 host looks like that.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address instanceof ipaddr.IPv4) {
    return address.range() === 'unicast' && address.toString() !== cloudOwn
  }
  if (address.match(nat64)) return isPublicAddress(address.toByteArray().slice(12).join('.'))
  // The ranges of the library leave what is not assigned to anybody to unicast, and `::127.0.0.1` with it.
  return address.match(globalUnicast) && address.range() === 'unicast'
}

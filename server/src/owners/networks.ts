// Loaded only here: a server that only serves the API does not need it.
const addresses = async () => (await import('ipaddr.js')).default

/** The network that an address belongs to: an IPv4 address by itself, an IPv6 address by its /56, as providers assign them. */
export async function networkOf(address: string): Promise<string> {
  const ipaddr = await addresses()
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return Buffer.from(parsed.toByteArray().slice(0, 7)).toString('hex')
}

/** Returns an address in its short form. */
export async function shortAddress(address: string): Promise<string> {
  const ipaddr = await addresses()
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : address
}

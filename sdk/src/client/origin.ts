/** Returns scheme, host and port. React Native's `URL` cannot. */
export function originOf(address: string): string {
  return /^[a-z]+:\/\/[^/?#]*/i.exec(address)?.[0] ?? address
}

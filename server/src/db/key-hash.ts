import { hash } from 'node:crypto'

/** What an API key is looked up by; a key is random enough to need neither salt nor stretching. */
export function hashKey(apiKey: string): Uint8Array {
  return hash('sha256', apiKey, 'buffer')
}

const digits = 16

/** Names a key to somebody who knows it, and to nobody else: the beginning of its hash. */
export function fingerprintOfKey(apiKey: string): string {
  return fingerprintOfHash(hashKey(apiKey))
}

export function fingerprintOfHash(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex').slice(0, digits)
}

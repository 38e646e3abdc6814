import { hash } from 'node:crypto'

/** Returns the hash that finds an API key. Keys are random, so that it needs neither salt nor stretching. */
export function hashKey(apiKey: string): Uint8Array {
  return hash('sha256', apiKey, 'buffer')
}

const digits = 16

/** Returns the start of the key's hash, which identifies the key without revealing it. */
export function fingerprintOfKey(apiKey: string): string {
  return fingerprintOfHash(hashKey(apiKey))
}

export function fingerprintOfHash(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex').slice(0, digits)
}

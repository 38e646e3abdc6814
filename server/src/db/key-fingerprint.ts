import { hashKey } from './key-hash.ts'

const digits = 16

/** Names a key to somebody who knows it, and to nobody else: the beginning of its hash. */
export function fingerprintOfKey(apiKey: string): string {
  return fingerprintOfHash(hashKey(apiKey))
}

export function fingerprintOfHash(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex').slice(0, digits)
}

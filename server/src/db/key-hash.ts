import { hash } from 'node:crypto'

/** What an API key is looked up by; a key is random enough to need neither salt nor stretching. */
export function hashKey(apiKey: string): Uint8Array {
  return hash('sha256', apiKey, 'buffer')
}

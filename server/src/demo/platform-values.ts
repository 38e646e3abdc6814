import type { Random } from './random.ts'

/** The platform's JSON, where what is missing has no key. */
export type PlatformJson = Record<string, unknown>

/** Seventeen digits like the platform's, above 2^53, and in no order. */
export function createId(seed: number, index: number, random: Random): string {
  const digits = Math.floor(random.next() * 1e10)
  return `18${String(seed).padStart(2, '0')}${String(digits).padStart(10, '0')}${String(index).padStart(3, '0')}`
}

/** The platform's form of a time. */
export function platformTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000Z', '+0000')
}

/** A signed URL whose time is over. */
export function expiredUrl(path: string): string {
  return `https://cdn.photos.example/v/${path}?oe=68F0A1B2&oh=00_AfDemo`
}

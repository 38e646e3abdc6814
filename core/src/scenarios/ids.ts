import type { Random } from './random.ts'

/** Seventeen digits like the platform's, above 2^53, and in no order. */
export function createId(series: number, index: number, random: Random): string {
  const digits = Math.floor(random.next() * 1e10)
  return `18${padded(series, 2)}${padded(digits, 10)}${padded(index, 3)}`
}

function padded(number: number, length: number): string {
  return String(number).padStart(length, '0')
}

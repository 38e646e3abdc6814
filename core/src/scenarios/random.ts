/** A source of numbers that is the same for the same seed, so that the demo is the same everywhere. */
export interface Random {
  /** From 0 to below 1. */
  next(): number
  between(low: number, high: number): number
  integer(low: number, high: number): number
  pick<Item>(items: readonly Item[]): Item
}

/** Mulberry32: small, and good enough for pictures and captions. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  return {
    next,
    between: (low, high) => low + next() * (high - low),
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (items) => cycle(items, Math.floor(next() * items.length)),
  }
}

/** The item at an index, starting over behind the last. */
export function cycle<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length]
  if (item === undefined) throw new RangeError('Nothing to choose from')
  return item
}

/** Seventeen digits like the platform's, above 2^53, and in no order. */
export function createId(series: number, index: number, random: Random): string {
  const digits = Math.floor(random.next() * 1e10)
  return `18${padded(series, 2)}${padded(digits, 10)}${padded(index, 3)}`
}

function padded(number: number, length: number): string {
  return String(number).padStart(length, '0')
}

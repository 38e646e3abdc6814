/** A value given as `name[]=…` or `name[key]=…` where a plain one is expected. */
export const arrayShaped = Symbol('array-shaped')

export type QueryValue = string | typeof arrayShaped | null

/** A decoded query string. Names are data here, never object keys, so `__proto__` is a name like any other. */
export interface QueryString {
  /** The parameter's last value; null if missing. */
  last(name: string): QueryValue
  /** Whether the parameter was sent under exactly this name. */
  has(name: string): boolean
  /** Every value given as `name[]=…` or `name[key]=…`, in the order sent. */
  items(name: string): string[]
  /** Every name, decoded, in the order sent. */
  names(): string[]
}

/**
 * Parses a query string. Returns null if its percent-encoding does not decode to UTF-8.
 * The caller limits its length, which bounds the number of pairs too.
 */
export function readQueryString(text: string): QueryString | null {
  const pairs: [name: string, value: string][] = []
  try {
    for (const pair of text.split('&')) {
      const equals = pair.indexOf('=')
      const name = equals < 0 ? pair : pair.slice(0, equals)
      if (name !== '') pairs.push([decode(name), equals < 0 ? '' : decode(pair.slice(equals + 1))])
    }
  } catch {
    return null
  }
  return {
    last(name) {
      const pair = pairs.findLast(([sent]) => sent === name || isItemOf(name, sent))
      if (!pair) return null
      return pair[0] === name ? pair[1] : arrayShaped
    },
    has(name) {
      return pairs.some(([sent]) => sent === name)
    },
    items(name) {
      return pairs.filter(([sent]) => isItemOf(name, sent)).map(([, value]) => value)
    },
    names() {
      return pairs.map(([name]) => name)
    },
  }
}

function isItemOf(name: string, sent: string): boolean {
  return sent.startsWith(name) && sent[name.length] === '[' && sent.endsWith(']')
}

function decode(text: string): string {
  // Most names and values are plain, and this runs for each of them on every request.
  return /[%+]/.test(text) ? decodeURIComponent(text.replaceAll('+', ' ')) : text
}

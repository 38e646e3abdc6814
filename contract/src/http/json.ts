/** Deeper than any response of the service, and far from where programs run out of stack. */
const deepest = 64

/** A page of 100 posts with all their comments has a tenth. */
const mostValues = 300_000

/** Returns the parsed text; undefined when it is not JSON, or has more values or levels than any response of the service. */
export function parseJson(text: string): unknown {
  if (isTooMuch(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isTooMuch(text: string): boolean {
  let depth = 0
  let values = 0
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charCodeAt(index)
    if (sign === 0x22) index = endOfString(text, index)
    else if (sign === 0x5b || sign === 0x7b) {
      depth += 1
      if (depth > deepest) return true
    } else if (sign === 0x5d || sign === 0x7d) depth -= 1
    else if (sign === 0x2c) {
      values += 1
      if (values > mostValues) return true
    }
  }
  return false
}

/** The index of the quote that ends the string, or of the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = start; ; ) {
    end = text.indexOf('"', end + 1)
    if (end === -1) return text.length
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes += 1
    if (backslashes % 2 === 0) return end
  }
}

/** The value at a path like `posts[0].id` or `posts.0.id`; undefined where it leads nowhere. */
export function valueAt(json: unknown, path: string): unknown {
  let value = json
  for (const name of path.split(/[.[\]]/).filter(Boolean))
    value = Object.hasOwn(Object(value), name) ? Reflect.get(Object(value), name) : undefined
  return value
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

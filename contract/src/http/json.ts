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
  let isInString = false
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charCodeAt(index)
    if (isInString) {
      if (sign === 0x5c) index += 1
      else if (sign === 0x22) isInString = false
    } else if (sign === 0x22) isInString = true
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

/** Whether a value is an object, and no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

const reference = /&(?:#x([\da-f]+)|#(\d+)|(amp|lt|gt|quot|apos));/gi

/**
 * Text with its references resolved, once: what they stand for may itself look like a reference. Those that need
 * a DOCTYPE stay as they are.
 *
 * @throws RangeError when a reference names no character
 */
export function resolveReferences(text: string): string {
  return text.replace(reference, (whole, hexadecimal, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole
    return String.fromCodePoint(Number.parseInt(hexadecimal ?? decimal, hexadecimal ? 16 : 10))
  })
}

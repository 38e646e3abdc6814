import type { PhotoFeedProperties } from './generated/properties.ts'

/**
 * Parses `3`, or `1 600:2 900:3`: the columns of the narrowest element, and of those that have at least a width in CSS pixels.
 * Returns undefined for anything else.
 */
export function parseColumns(text: string) {
  if (!/^\s*[1-9](\s+\d{1,5}:[1-9])*\s*$/.test(text)) return undefined
  const [first, ...breakpoints] = text.trim().split(/\s+/)
  return {
    first: Number(first),
    breakpoints: breakpoints.map(
      (each) => each.split(':').map(Number) as [width: number, columns: number],
    ),
  }
}

/** Whether a text is a CSS length of the kinds that a gap can have. No other text reaches a style sheet. */
export function isLength(text: string): boolean {
  return /^(0|\d*\.?\d+(px|r?em|ch|%|v(w|h|min|max)|cq(w|i)|mm|pt))$/.test(text)
}

/** Returns the rules of attributes with a value of their own. They are no inline styles, which a policy may forbid. */
export function customStyles({ columns, gap }: PhotoFeedProperties): string {
  const { first = 3, breakpoints = [] } = parseColumns(String(columns)) ?? {}
  const host = [
    first !== 3 && `--_columns:${first}`,
    gap && `--_gap:${gap}`,
    // The element's own width decides. It cannot depend on its content then.
    breakpoints.length > 0 && 'container-type:inline-size;--_min:0px',
  ].filter(Boolean)
  const queries = breakpoints.map(
    ([width, count]) => `@container (min-width:${width}px){#stage{--_columns:${count}}}`,
  )
  return [host.length > 0 && `:host{${host.join(';')}}`, ...queries].filter(Boolean).join('')
}

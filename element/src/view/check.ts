import type { FeedErrorDetail } from '@photofeed/sdk'
import type { Option } from './generated/properties.ts'

const warnings = new Set<string>()

/** Logs a warning once. */
function warn(warning: string) {
  if (!warnings.has(warning)) console.warn(`<photo-feed>: ${warning}`)
  warnings.add(warning)
}

/** Logs that a value of an option is invalid. */
export function warnOfInvalid({ name, kind, values = [] }: Option, value: unknown): void {
  const expected: Partial<Record<Option['kind'], string>> = {
    choice: values.join(', '),
    integer: `a whole number from ${values[0]} to ${values[1]}`,
    columns: 'a number from 1 to 9, or numbers by width such as "1 600:2 900:3"',
    length: 'a CSS length such as 1rem',
  }
  warn(`${name}="${value}" is not valid; it must be ${expected[kind]}. The default is used.`)
}

/**
 * Logs the attributes that neither the element nor HTML knows. Names with a hyphen are those of frameworks and editors, unless
 * one or two letters make them known.
 */
export function warnOfUnknown(names: readonly string[], known: readonly string[]): void {
  const ofHtml = new Set([
    ...['class', 'is', 'exportparts', 'elementtiming', 'xmlns'],
    ...['itemid', 'itemprop', 'itemref', 'itemscope', 'itemtype'],
  ])
  for (const name in HTMLElement.prototype) ofHtml.add(name.toLowerCase())
  const unknown = names.filter((name) =>
    /^[a-z][a-z_]*$/.test(name)
      ? !ofHtml.has(name)
      : known.some((option) => isMisspelled(name.replace(/^data-/, ''), option)),
  )
  if (unknown.length === 0) return
  warn(`the attributes ${unknown.join(', ')} are unknown. Known are ${known.join(', ')}.`)
}

/** Whether a name is another one with a letter or two missing, added or changed after the first. */
function isMisspelled(name: string, option: string): boolean {
  if (name[0] !== option[0] || option.length < 4) return false
  const mistakes = distance(name, option)
  return mistakes > 0 && mistakes <= (option.length < 6 ? 1 : 2)
}

/** The edit distance of Levenshtein. */
function distance(a: string, b: string): number {
  let row = [...b, ''].map((_, index) => index)
  for (const letter of a) {
    const next = [(row[0] ?? 0) + 1]
    for (let index = 0; index < b.length; index++) {
      const [corner = 0, above = 0] = row.slice(index, index + 2)
      const change = corner + Number(letter !== b[index])
      next.push(Math.min(change, above + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** Displays what the console says of a failure, for an owner without a console, until posts are displayed. */
export function showReason(host: HTMLElement, { name, message, hint }: FeedErrorDetail): void {
  const reason = document.createElement('p')
  reason.setAttribute('part', 'reason')
  reason.lang = 'en'
  reason.dir = 'ltr'
  reason.textContent = `${name}: ${message} ${hint}`
  host.shadowRoot?.querySelector('[part=reason]')?.remove()
  host.shadowRoot?.append(reason)
  host.addEventListener('photo-feed-load', () => reason.remove(), { once: true })
}

import { readFileSync } from 'node:fs'
import { settings } from '../../server/src/settings/settings.ts'

export const root = new URL('../../', import.meta.url).pathname
export const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')

/** The number that a source gives to a constant, a property or as the default of a parameter: a product of literals, or that of a setting. */
export function numberOf(path: string, name: string): number {
  const [, value, set] =
    new RegExp(`\\b${name}(?: =|:) (?:([\\d_ *]*\\d)|settings\\.(\\w+))`).exec(read(path)) ?? []
  if (set) return Number(settings[set as keyof typeof settings].initial)
  if (value === undefined)
    throw new Error(
      `${path} has no number ${name} any more. In facts.test.ts, a setting is settings.name.initial.`,
    )
  return value
    .split('*')
    .reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1)
}

export const times = (number: number) => ['never', 'once', 'twice'][number] ?? `${number} times`
export const megabytes = (bytes: number) => `${bytes / 1024 ** 2} MB`
const units = {
  500: 'half a second',
  1000: 'a second',
  30000: 'half a minute',
  60000: 'a minute',
  3600000: 'an hour',
}
export const period = (ms: number) => units[ms as keyof typeof units] ?? `${ms / 1000} seconds`

export const days = (number: number) =>
  ({ 7: 'a week', 180: 'half a year' })[number] ?? `${number} days`

export const often = (seconds: number) =>
  seconds === 3600 ? 'hourly' : seconds === 86400 ? 'daily' : `every ${seconds} seconds`

/** The text of a file without code in blocks and what `npm run generate` writes. */
export const proseOf = (path: string) =>
  read(path)
    .replace(/^---.*?^---$/ms, '')
    .replaceAll(/^ *```.*?^ *```/gms, '')
    .replaceAll(/<!-- [^>]*?made by.*?<!-- end -->/gs, '')

/** The seconds of a Cache-Control in a source, as a period. */
export const maxAge = (path: string, after: RegExp) =>
  period(1000 * Number(new RegExp(`${after.source}[^']*max-age=(\\d+)`).exec(read(path))?.[1]))

/** Returns each number with its unit that is in none of the sentences, with what is before it. */
export const otherQuantities = (prose: string, sentences: readonly string[], units: RegExp) => {
  const others = sentences.reduce((text, sentence) => text.replaceAll(sentence, '…'), prose)
  return [...others.matchAll(units)].map(
    ({ index, 0: found }) => `${others.slice(Math.max(0, index - 40), index)}${found}`,
  )
}

import { oneLine } from '../mail/plain-text.ts'

/** Returns a username for a terminal, without control characters. */
export function atName({ username }: { username: string }): string {
  return `@${oneLine(username, 60)}`
}

const longestCell = 80

/** Returns rows under their headings, in columns. Removes control characters from the cells. */
export function textTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const cells = [headings, ...rows].map((row) => row.map((cell) => oneLine(cell, longestCell)))
  const widths = headings.map((_, column) =>
    Math.max(...cells.map((row) => [...(row[column] ?? '')].length)),
  )
  return cells
    .map((row) => row.map((cell, column) => padded(cell, widths[column] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}

function padded(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - [...cell].length))
}

const words = new Intl.RelativeTimeFormat('en-GB')

const second = 1000
export const units = [
  ['day', 86_400 * second],
  ['hour', 3600 * second],
  ['minute', 60 * second],
  ['second', second],
] as const

/** Returns a time relative to now: `in 5 minutes`, `2 days ago`, `now`. */
export function relativeTime(at: number | null, now: number): string {
  if (at === null) return 'never'
  const distance = at - now
  const unit = units.find(([, length]) => Math.abs(distance) >= length)
  return unit ? words.format(Math.trunc(distance / unit[1]), unit[0]) : 'now'
}

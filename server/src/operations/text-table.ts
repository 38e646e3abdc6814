import { oneLine } from '../mail/one-line.ts'

const longestCell = 80

/** Rows under their headings, in columns as wide as they have to be; what came from elsewhere cannot steer a terminal. */
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

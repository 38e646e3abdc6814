import { count, countsOfSummary } from '../reporters/sentences.ts'
import type { Comparison } from './comparison.ts'

/** The differing rules in columns, then the counts. */
export function comparisonTable({ urls, summaries, same, differences }: Comparison): string {
  const rows = [
    ['rule', 'level', 'first', 'second'],
    ...differences.map(({ id, level, outcomes }) => [id, level, ...outcomes]),
  ]
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  )
  const table = rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [
    `first   ${urls[0]}: ${countsOfSummary(summaries[0])}`,
    `second  ${urls[1]}: ${countsOfSummary(summaries[1])}`,
    '',
    ...(differences.length > 0 ? [...table, ''] : []),
    `${count(differences.length, 'rule differs', 'rules differ')}, ${count(same, 'is', 'are')} the same.`,
    '',
  ].join('\n')
}

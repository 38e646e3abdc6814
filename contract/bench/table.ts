import type { Caught } from './caught.ts'
import { groupNames, groupOf } from './groups.ts'
import type { Tool } from './tools/tool.ts'

/** A Markdown table: by group, how many mutants each tool catches. docs/comparison.md has its last row. */
export function table(results: Caught[], tools: Tool[]): string {
  const head = ['Rules about', 'Mutants', 'photofeed-contract', ...tools.map(({ name }) => name)]
  const rows = groupNames.map((name) =>
    row(
      name,
      results.filter(({ mutant }) => groupOf(mutant) === name),
      tools,
    ),
  )
  const lines = [head, head.map(() => '---'), ...rows, row('All', results, tools)]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function row(name: string, results: Caught[], tools: Tool[]): string[] {
  return [
    name,
    String(results.length),
    String(results.filter(({ byChecker }) => byChecker).length),
    ...tools.map((_, index) => {
      const count = (verdict: string) =>
        results.filter(({ byTool }) => byTool[index] === verdict).length
      const unsent = count('not sent')
      return `${count('caught')}${unsent > 0 ? ` (${unsent} not sent)` : ''}`
    }),
  ]
}

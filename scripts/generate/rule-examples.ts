import { readText } from '../packages.ts'
import { withTables } from './tables.ts'

/** One of each kind: about every response, about responses to its own requests, with requests that follow from responses. */
const examples = {
  'has-more-agrees': 'contract/src/rules/pages.ts',
  'accounts-status': 'contract/src/rules/same-posts.ts',
  'cursor-alias': 'contract/src/rules/cursors.ts',
}

/** Returns CONTRIBUTING.md with three rules of the checker as examples: their facts, then how they are judged. */
export function generate() {
  const path = 'CONTRIBUTING.md'
  const sources = Object.entries(examples).map(([id, file]) => sourceOf(id, readText(file), file))
  const rows = sources.map(({ row }) => row)
  const judgments = sources.map(({ judgment }) => judgment)
  const lines = [
    'const facts = [',
    ...rows,
    '] as const',
    '',
    'rulesOf(facts, {',
    ...judgments,
    '})',
  ]
  const code = `\`\`\`ts\n${lines.join('\n')}\n\`\`\``
  return { [path]: withTables(readText(path), { 'rule-examples': code }) }
}

/** Returns the row of the rule with this id, and its judgment. */
function sourceOf(id: string, text: string, file: string) {
  const [row] = new RegExp(`^  \\['${id}',[\\s\\S]*?\\],$`, 'm').exec(text) ?? []
  const pattern = new RegExp(`^( +)'${id}': \\w+Judgment\\([\\s\\S]*?^\\1\\}?\\)+,$`, 'm')
  const [source, indent = ''] = pattern.exec(text) ?? []
  const judgment = source?.replaceAll(new RegExp(`^${indent}`, 'gm'), '  ')
  if (row === undefined || judgment === undefined) throw new Error(`${file} has no rule ${id}.`)
  return { row, judgment }
}

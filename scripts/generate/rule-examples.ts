import { readText } from '../packages.ts'
import { withTables } from './tables.ts'

/** One of each kind: about every response, about responses to its own requests, with requests that follow from responses. */
const examples = {
  'has-more-agrees': 'contract/src/rules/pages.ts',
  'accounts-status': 'contract/src/rules/accounts.ts',
  'cursor-alias': 'contract/src/rules/cursors.ts',
}

/** Returns CONTRIBUTING.md with three rules of the checker as examples. */
export function generate() {
  const path = 'CONTRIBUTING.md'
  const rules = Object.entries(examples).map(([id, file]) => sourceOf(id, file))
  const code = `\`\`\`ts\n${rules.join('\n')}\n\`\`\``
  return { [path]: withTables(readText(path), { 'rule-examples': code }) }
}

/** Returns the rule with this id out of a list of rules. */
function sourceOf(id: string, file: string): string {
  const rule = new RegExp(`^  re\\w+Rule\\(\\{\n    id: '${id}',\n[\\s\\S]*?^  \\}\\),$`, 'm')
  const [source] = rule.exec(readText(file)) ?? []
  if (source === undefined) throw new Error(`${file} has no rule ${id}.`)
  return source.replaceAll(/^ {2}/gm, '')
}

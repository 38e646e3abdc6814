// Writes the tables of README.md from the source; `--check` fails when they differ.
import { readFileSync, writeFileSync } from 'node:fs'
import { scenarios } from './src/accounts/scenario-sources.ts'
import { transitions } from './src/accounts/transitions.ts'

const readme = new URL('README.md', import.meta.url)

const tables: Record<string, string> = {
  scenarios: table(
    ['Scenario', 'Plan', 'Status', 'What it shows', 'API key'],
    scenarios.map(({ name, plan, status, description, apiKey }) => [
      `\`${name}\``,
      plan,
      status,
      description,
      `\`${apiKey}\``,
    ]),
  ),
  transitions: table(
    ['Transition', 'What happens'],
    Object.entries(transitions).map(([name, { description }]) => [`\`${name}\``, description]),
  ),
}

function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}

const before = readFileSync(readme, 'utf8')
const after = before.replace(
  /(<!-- (\w+): made by `npm run generate` -->\n)[\s\S]*?(<!-- end -->)/g,
  (_, start, name, end) => `${start}\n${tables[name]}\n\n${end}`,
)

if (!process.argv.includes('--check')) {
  writeFileSync(readme, after)
} else if (after !== before) {
  process.stderr.write('mock-server/README.md is out of date: run `npm run generate`.\n')
  process.exitCode = 1
}

import { createCommand } from '@commander-js/extra-typings'
import { ContractError } from '../http/contract-error.ts'
import { definitionExcerpt } from '../pages/definition-excerpt.ts'
import { levelMeanings, type RulePage, rulePage } from '../pages/rule-page.ts'
import { catalogue } from '../rules/catalogue.ts'
import { unknownRule } from '../rules/nearest-rules.ts'
import { definitionPath, definitionText } from '../run/definition-files.ts'
import type { CommandContext } from './command-parts.ts'

export function explainCommand({ stdout }: CommandContext) {
  return createCommand('explain')
    .description('tell all about a rule')
    .argument('<rule>', 'its id, as `list` and the reports name it')
    .action((id) => {
      const rule = catalogue.find((rule) => rule.id === id)
      if (!rule) throw new ContractError('usage', unknownRule(id))
      stdout.write(`${pageText(rulePage(rule)).join('\n')}\n`)
    })
}

function pageText(page: RulePage): string[] {
  const { id, level, section, sentence, definition, needs, requests, judged, hint } = page
  const { file, line, pointer } = definition
  return [
    `${id} (${level}, section ${section})`,
    '',
    sentence,
    levelMeanings[level],
    '',
    `Definition: ${definitionPath(file)}:${line} ${pointer}`,
    ...definitionExcerpt(definitionText(file), line).map(indented),
    ...(needs ? ['', `Needs: ${needs}`] : []),
    ...requestLines(requests),
    '',
    `Judged: ${judged}`,
    ...(hint ? ['', `Hint: ${hint}`] : []),
  ]
}

function requestLines(requests: Record<string, string>): string[] {
  const entries = Object.entries(requests)
  if (entries.length === 0) return []
  const width = Math.max(...entries.map(([name]) => name.length))
  return [
    '',
    'Requests, with the values of an example account:',
    ...entries.map(([name, curl]) => indented(`${name.padEnd(width)}  ${curl}`)),
  ]
}

function indented(line: string): string {
  return `  ${line}`
}

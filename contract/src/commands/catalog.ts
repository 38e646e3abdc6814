import { createCommand } from '@commander-js/extra-typings'
import { catalog } from '../catalog/catalog.ts'
import { unknownRule } from '../catalog/named-rules.ts'
import { ContractError } from '../http/contract-error.ts'
import { levelMeanings, type RulePage, rulePage } from '../pages/rule-page.ts'
import { printableJson } from '../reporters/reporter.ts'
import { definitionOf, definitionReference } from '../run/report.ts'
import type { CommandContext } from './context.ts'

export function listCommand({ stdout }: CommandContext) {
  return createCommand('list')
    .description('print every rule')
    .option('--json', 'print an array of JSON', false)
    .action(({ json }) => void stdout.write(json ? printableJson(listed()) : table()))
}

function listed() {
  return catalog.map((rule) => {
    const { id, level, section, sentence } = rule
    return { id, level, section, sentence, definition: definitionOf(rule) }
  })
}

function table(): string {
  const width = Math.max(...catalog.map(({ id }) => id.length))
  const lines = catalog.map(
    ({ id, level, section, sentence }) =>
      `${id.padEnd(width)}  ${level.padEnd(7)}  ${section.padEnd(3)}  ${sentence}\n`,
  )
  return lines.join('')
}

export function explainCommand({ stdout }: CommandContext) {
  return createCommand('explain')
    .description('print everything about a rule')
    .argument('<rule>', 'its id, as `list` and the reports name it')
    .action((id) => {
      const rule = catalog.find((rule) => rule.id === id)
      if (!rule) throw new ContractError('usage', unknownRule(id))
      stdout.write(`${pageText(rulePage(rule)).join('\n')}\n`)
    })
}

function pageText(page: RulePage): string[] {
  const { id, level, section, sentence, definition, needs, requests, judged, hint } = page
  return [
    `${id} (${level}, section ${section})`,
    '',
    sentence,
    levelMeanings[level],
    '',
    `Definition: ${definitionReference(definition)}`,
    ...page.excerpt.map(indented),
    ...(needs ? ['', `Needs: ${needs}`] : []),
    ...requestLines(requests),
    ...blindLines(page),
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

function blindLines({ blindSpots }: RulePage): string[] {
  if (blindSpots.length === 0) return []
  const lines = blindSpots.map(({ mistake, remedy }) => indented(`${mistake}: ${remedy}`))
  return ['', 'What it finds only in certain data, and the data:', ...lines]
}

function indented(line: string): string {
  return `  ${line}`
}

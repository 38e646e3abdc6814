import { createCommand } from '@commander-js/extra-typings'
import { printableJson } from '../reporters/printable.ts'
import { catalogue } from '../rules/catalogue.ts'
import { definitionOf } from '../run/report.ts'
import type { CommandContext } from './command-parts.ts'

export function listCommand({ stdout }: CommandContext) {
  return createCommand('list')
    .description('print every rule')
    .option('--json', 'print an array of JSON', false)
    .action(({ json }) => void stdout.write(json ? printableJson(listed()) : table()))
}

function listed() {
  return catalogue.map((rule) => {
    const { id, level, section, sentence } = rule
    return { id, level, section, sentence, definition: definitionOf(rule) }
  })
}

function table(): string {
  const width = Math.max(...catalogue.map(({ id }) => id.length))
  const lines = catalogue.map(
    ({ id, level, section, sentence }) =>
      `${id.padEnd(width)}  ${level.padEnd(7)}  ${section.padEnd(3)}  ${sentence}\n`,
  )
  return lines.join('')
}

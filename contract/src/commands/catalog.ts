import { createCommand } from '@commander-js/extra-typings'
import { catalog, chosenRules } from '../catalog/catalog.ts'
import { rulePage } from '../catalog/rule-page.ts'
import { definitionOf, levelMeanings, type Rule } from '../judging/rule.ts'
import { printableJson } from '../reporters/reporter.ts'
import { ruleLink } from '../reporters/sentences.ts'
import type { CommandContext } from './context.ts'

/** The commands that check nothing. */
export function catalogCommands({ stdout }: CommandContext) {
  return [listCommand(stdout), explainCommand(stdout)] as const
}

function listCommand(stdout: CommandContext['stdout']) {
  return createCommand('list')
    .description('print every rule')
    .option('--json', 'print an array of JSON', false)
    .action(({ json }) => {
      const rules = catalog.map((rule) => {
        const { id, level, section, sentence } = rule
        return { id, level, section, sentence, definition: definitionOf(rule) }
      })
      const width = Math.max(...rules.map(({ id }) => id.length))
      const lines = rules.map(
        ({ id, level, section, sentence }) =>
          `${id.padEnd(width)}  ${level.padEnd(7)}  ${section.padEnd(3)}  ${sentence}\n`,
      )
      stdout.write(json ? printableJson(rules) : lines.join(''))
    })
}

function explainCommand(stdout: CommandContext['stdout']) {
  return createCommand('explain')
    .description('print what a rule checks, and where to read more')
    .argument(
      '<rule>',
      'its id, as `list` and the reports name it, or a pattern like those of --only',
    )
    .action((id) => {
      stdout.write(
        chosenRules({ only: [id] })
          .rules.map(explanation)
          .join(''),
      )
    })
}

function explanation(rule: Rule): string {
  const { id, level, section, definition, ...page } = rulePage(rule)
  const sentences = [
    page.sentence,
    levelMeanings[level],
    `Defined at ${definition}.`,
    ...(page.needs ? [`Needs ${page.needs}.`] : []),
    ...page.blindSpots.map(({ mistake, remedy }) => `To find ${mistake}, it needs ${remedy}.`),
    ...(page.hint ? [page.hint] : []),
  ]
  return `${id} (${level}, section ${section}): ${sentences.join(' ')}\n${ruleLink(id)}\n`
}

import { count } from '../reporters/sentences.ts'
import { definitionReference } from '../run/definition-files.ts'
import type { RuleReport } from '../run/report.ts'
import { labelled } from './labelled.ts'

/** All that is known about a broken rule: the message of its test, or the note to it. */
export function brokenRule(rule: RuleReport): string {
  const { sentence, definition, findings, more, hint } = rule
  return [
    sentence,
    '',
    ...labelled({ definition: definitionReference(definition) }),
    ...findings.flatMap(({ curl, at, expected, got }) => [
      '',
      ...labelled({ request: curl, at, expected, got }),
    ]),
    ...(more > 0 ? labelled({ '': `and ${count(more, 'more difference')}` }) : []),
    ...(hint ? ['', ...labelled({ hint })] : []),
  ].join('\n')
}

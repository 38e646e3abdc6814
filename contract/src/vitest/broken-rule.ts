import { count, variablesSentence } from '../reporters/sentences.ts'
import { definitionReference } from '../run/definition-files.ts'
import type { Report, RuleReport } from '../run/report.ts'
import { labelled } from './labelled.ts'

/** All that is known about a broken rule: the message of its test, or the note to it. */
export function brokenRule(rule: RuleReport, report: Report): string {
  const { sentence, definition, findings, more, hint } = rule
  const variables = variablesSentence(report)
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
    ...(variables ? ['', variables] : []),
  ].join('\n')
}

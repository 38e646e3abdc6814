import { definitionReference } from '../judging/definition-place.ts'
import { count } from '../reporters/sentences.ts'
import type { RuleReport } from '../run/report.ts'

/** An error that reporters show as its message alone: the stack would lead into this package. */
export function failure(message: string): Error {
  const error = new Error(message)
  error.stack = `${error.name}: ${message}`
  return error
}

const width = 'definition  '.length

/** Lines of a label and its text, in two columns. */
export function labeled(lines: Record<string, string>): string[] {
  return Object.entries(lines).map(([label, text]) => `${label.padEnd(width)}${text}`)
}

/** All that is known about a broken rule: the message of its test, or the note to it. */
export function brokenRule(rule: RuleReport): string {
  const { sentence, definition, findings, more, hint } = rule
  return [
    sentence,
    '',
    ...labeled({ definition: definitionReference(definition) }),
    ...findings.flatMap(({ curl, at, expected, got }) => [
      '',
      ...labeled({ request: curl, at, expected, got }),
    ]),
    ...(more > 0 ? labeled({ '': `and ${count(more, 'more difference')}` }) : []),
    ...(hint ? ['', ...labeled({ hint })] : []),
  ].join('\n')
}

import { apiKey } from '@photofeed/openapi'
import { createRedact, onlyAccount } from '../http/redaction.ts'
import { undocumented } from '../judging/documented.ts'
import { printable } from '../reporters/printable.ts'
import { count } from '../reporters/sentences.ts'
import { type BrokenMust, brokenMusts } from './broken-musts.ts'
import { labelled } from './labelled.ts'
import { loneExchange } from './lone-exchange.ts'
import { type OperationId, operation } from './operation.ts'
import { readAnswer } from './received-answer.ts'

/** The matcher behind `expect(answer).toKeepContract(operationId)`. */
export async function toKeepContract(received: unknown, operationId: OperationId) {
  const asked = operation(operationId)
  const answer = await readAnswer(received)
  const broken = brokenMusts(loneExchange(asked, answer))
  const problems = undocumented(asked.path, asked.method, answer)
  const subject = `${answer.status} of ${operationId} (${asked.method} ${asked.path})`
  const redact = createRedact(keysIn(answer.url))
  return {
    pass: broken.length + problems.length === 0,
    message: () => {
      if (broken.length + problems.length === 0)
        return `Expected the ${subject} to break the contract, but it keeps it.`
      const lines = [
        `The ${subject} breaks the contract.`,
        ...broken.flatMap(brokenLines),
        ...(problems.length > 0 ? ['', 'openapi.yaml does not allow:', ...problems] : []),
      ]
      return lines.map((line) => printable(redact(line))).join('\n')
    },
  }
}

const shownFindings = 3

function brokenLines({ id, sentence, findings }: BrokenMust): string[] {
  const more = findings.length - shownFindings
  return [
    '',
    `${id}: ${sentence}`,
    ...findings
      .slice(0, shownFindings)
      .flatMap(({ at, expected, got }) => labelled({ at, expected, got })),
    ...(more > 0 ? labelled({ '': `and ${count(more, 'more difference')}` }) : []),
  ]
}

function keysIn(url: string | null): Record<string, string> {
  const { searchParams } = URL.parse(url ?? '', 'http://localhost') ?? {}
  const keys = searchParams?.getAll(apiKey.parameter) ?? []
  return Object.fromEntries(
    keys.map((key, index) => [index === 0 ? onlyAccount : `${index + 1}`, key]),
  )
}

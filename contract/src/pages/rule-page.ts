import { wireRequest } from '../http/ask.ts'
import { curl } from '../http/curl.ts'
import { createRedact } from '../http/redaction.ts'
import { wanted } from '../rules/needs.ts'
import type { Level, Rule } from '../rules/rule.ts'
import { type DefinitionPlace, definitionOf } from '../run/report.ts'
import { specimenAccount } from './specimen-account.ts'

/** What there is to know about a rule, as text for people. */
export interface RulePage {
  id: string
  level: Level
  section: string
  sentence: string
  definition: DefinitionPlace
  /** What the checker must be given; null when any key that reads an account will do. */
  needs: string | null
  /** The requests it sends for an account, by the name of the answer. */
  requests: Record<string, string>
  /** How it is judged. */
  judged: string
  hint: string | null
}

export const levelMeanings: Record<Level, string> = {
  must: 'The specification says so. A broken must fails a deployment.',
  should: 'The specification says so of what may vary, like wording or the usual case.',
  assumed: 'The specification is silent, and photofeed chose. A difference is told and no more.',
}

const exampleUrl = 'https://feed.example'
const redact = createRedact({ [specimenAccount.name]: specimenAccount.key })

export function rulePage(rule: Rule): RulePage {
  const { id, level, section, sentence, hint = null } = rule
  return {
    ...{ id, level, section, sentence, hint },
    definition: definitionOf(rule),
    needs: wanted(rule.needs),
    requests: requestsOf(rule),
    judged: judged(rule),
  }
}

function requestsOf(rule: Rule): Record<string, string> {
  if (rule.kind === 'answer') return {}
  const asks = Object.entries(rule.asks(specimenAccount))
  return Object.fromEntries(
    asks.map(([name, ask]) => [
      name,
      redact(curl(wireRequest(ask, exampleUrl, specimenAccount.key))),
    ]),
  )
}

function judged(rule: Rule): string {
  if (rule.kind === 'answer') {
    return 'On every answer of the run that it is about, whichever rule asked for it.'
  }
  const answers =
    'On the answers to its own requests, for the first account that offers all it needs.'
  const caution =
    'When a cache, or an import between two answers, may explain a difference, it is skipped.'
  return rule.compares ? `${answers} ${caution}` : answers
}

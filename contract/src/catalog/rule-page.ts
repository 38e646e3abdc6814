import { describeNeeds } from '../judging/needs.ts'
import { definitionOf, type Level, type Rule } from '../judging/rule.ts'

/** What there is to know about a rule, as text for people. */
export interface RulePage {
  id: string
  level: Level
  section: string
  sentence: string
  definition: string
  /** What the checker must be given; null when any key that reads an account will do. */
  needs: string | null
  /** What it finds only in certain data. */
  blindSpots: { mistake: string; remedy: string }[]
  hint: string | null
}

export const levelMeanings: Record<Level, string> = {
  must: 'The specification says so. A broken must fails a deployment.',
  should: 'The specification says so of what may vary, like wording or the usual case.',
  assumed:
    'The specification is silent, and photofeed chose. A difference is reported as a warning.',
}

export function rulePage(rule: Rule): RulePage {
  const { id, level, section, sentence, hint = null } = rule
  const needs = describeNeeds(rule.needs)
  return {
    id,
    level,
    section,
    sentence,
    hint,
    definition: definitionOf(rule),
    needs: needs.length > 0 ? `a key of an account ${needs.join(', ')}` : null,
    blindSpots: (rule.blindSpots ?? []).map(({ mistake, remedy }) => ({ mistake, remedy })),
  }
}

import { describeNeeds } from '../judging/needs.ts'
import { definitionOf, type Rule } from '../judging/rule.ts'

export function rulePage(rule: Rule) {
  const { id, level, section, sentence, hint = null } = rule
  const needs = describeNeeds(rule.needs)
  return {
    id,
    level,
    section,
    sentence,
    hint,
    definition: definitionOf(rule),
    // Null when any key that reads an account will do.
    needs: needs.length > 0 ? `a key of an account ${needs.join(', ')}` : null,
    blindSpots: (rule.blindSpots ?? []).map(({ mistake, remedy }) => ({ mistake, remedy })),
  }
}

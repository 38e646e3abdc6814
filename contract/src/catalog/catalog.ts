import leven from 'leven'
import { ContractError } from '../http/contract-error.ts'
import type { Rule } from '../judging/rule.ts'
import { authentication } from '../rules/authentication.ts'
import { cursors } from '../rules/cursors.ts'
import { endpoints } from '../rules/endpoints.ts'
import { errors } from '../rules/errors.ts'
import { filters } from '../rules/filters.ts'
import { graphqlArguments } from '../rules/graphql-arguments.ts'
import { graphqlErrors } from '../rules/graphql-errors.ts'
import { graphqlLanguage } from '../rules/graphql-language.ts'
import { graphqlQueries } from '../rules/graphql-queries.ts'
import { responseHeaders } from '../rules/headers.ts'
import { isolation } from '../rules/isolation.ts'
import { mediaRules } from '../rules/media.ts'
import { pageRules } from '../rules/pages.ts'
import { pictures } from '../rules/pictures.ts'
import { resourceFields } from '../rules/resources.ts'
import { rssRules } from '../rules/rss.ts'
import { samePosts } from '../rules/same-posts.ts'
import { sorting } from '../rules/sorting.ts'
import { validation } from '../rules/validation.ts'

export const catalog: readonly Rule[] = [
  ...resourceFields,
  ...samePosts,
  ...mediaRules,
  ...pictures,
  ...pageRules,
  ...cursors,
  ...filters,
  ...sorting,
  ...responseHeaders,
  ...endpoints,
  ...rssRules,
  ...graphqlQueries,
  ...graphqlArguments,
  ...graphqlLanguage,
  ...graphqlErrors,
  ...authentication,
  ...isolation,
  ...errors,
  ...validation,
]

/**
 * The rules that a pattern names: an id, ids with `*` in the place of any text, or a section with those below it.
 *
 * @throws {ContractError} if it names none.
 */
function namedRules(pattern: string): readonly Rule[] {
  const parts = pattern.split('*').map((part) => part.replace(/[^\w-]/g, '\\$&'))
  const id = new RegExp(`^${parts.join('.*')}$`)
  const rules = catalog.filter(
    (rule) =>
      id.test(rule.id) || rule.section === pattern || rule.section.startsWith(`${pattern}.`),
  )
  if (rules.length === 0) throw unknownRule(pattern)
  return rules
}

/** @throws {ContractError} if there is no rule with the id. */
export function assertRule(id: string): void {
  if (!catalog.some((rule) => rule.id === id)) throw unknownRule(id)
}

/** The rules of `only`, without those of `skip`, which become the reason of each by its id. */
export function chosenRules({
  only,
  skip = {},
}: {
  only?: readonly string[]
  skip?: Readonly<Record<string, string>>
}) {
  const reasons = new Map<string, string>()
  for (const [pattern, reason] of Object.entries(skip)) {
    for (const { id } of namedRules(pattern)) if (!reasons.has(id)) reasons.set(id, reason)
  }
  const chosen = only ? new Set(only.flatMap(namedRules)) : null
  const rules = catalog.filter((rule) => !reasons.has(rule.id) && (!chosen || chosen.has(rule)))
  const skipped: Readonly<Record<string, string>> = Object.fromEntries(reasons)
  return { rules, skipped }
}

function unknownRule(id: string): ContractError {
  const near = nearestRules(id)
  const guess = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''
  return new ContractError(
    'usage',
    `There is no rule ${id}.${guess} \`npx @photofeed/contract list\` names them all.`,
  )
}

/** Ids that an unknown one was probably meant to be, the likeliest first. */
function nearestRules(unknown: string): string[] {
  // Nobody mistypes an id into one twice as long, and comparing takes the product of both lengths.
  if (unknown.length > 80) return []
  const typed = unknown.toLowerCase()
  return catalog
    .map(({ id }) => ({ id, distance: leven(typed, id), shared: sharedWords(typed, id) }))
    .filter(({ id, distance, shared }) => distance <= id.length / 3 || shared > 0)
    .sort((one, other) => one.distance - one.shared * 4 - (other.distance - other.shared * 4))
    .slice(0, 3)
    .map(({ id }) => id)
}

/** Ids are words between hyphens, and people remember the words. */
function sharedWords(one: string, other: string): number {
  const words = new Set(other.split('-'))
  return one.split('-').filter((word) => words.has(word)).length
}

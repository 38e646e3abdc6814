import type { CheckOptions } from './check-contract.ts'
import { ContractError } from './contract-error.ts'
import { unknownRule } from './nearest-rules.ts'
import { catalogue } from './rules/catalogue.ts'
import type { Rule } from './rules/rule.ts'

/** The rules to run, in the order of the catalogue. @throws {ContractError} when an id names none. */
export function chosenRules({
  only,
  skip = {},
}: Pick<CheckOptions, 'only' | 'skip'>): readonly Rule[] {
  const known = new Map(catalogue.map((rule) => [rule.id, rule]))
  for (const id of [...(only ?? []), ...Object.keys(skip)]) {
    if (!known.has(id)) throw new ContractError('usage', unknownRule(id))
  }
  return catalogue.filter(({ id }) => !(id in skip) && (!only || only.includes(id)))
}

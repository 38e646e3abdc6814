import { readQueryString } from '@photofeed/core'
import { apiKey } from '@photofeed/openapi'
import type { ListedScenario } from '../accounts/account-seed.ts'
import type { Exchange } from './exchange.ts'

const tellingCharacters = 8

/** Why a key was refused, for a developer who mistyped it; null when the key is known or missing. */
export function unknownKeyHint(
  { query, status, account }: Exchange,
  scenarios: () => readonly ListedScenario[],
): string | null {
  if (status !== 401 || account) return null
  const key = readQueryString(query)?.last(apiKey.parameter)
  if (typeof key !== 'string' || key === '') return null
  const start = key.trim().toLowerCase().slice(0, tellingCharacters)
  const near = scenarios().find(
    (scenario) => start.length === tellingCharacters && scenario.apiKey.startsWith(start),
  )
  return near
    ? `The key begins like that of the scenario ${near.name} but is not the same: copy all ${near.apiKey.length} characters.`
    : `No scenario has this key, so it is refused as in reality. There are: ${scenarios()
        .map(({ name }) => name)
        .join(', ')}.`
}

import { mediaTypes } from '@photofeed/openapi'
import { ContractError } from '../http/contract-error.ts'
import type { SurveyedAccount } from '../http/exchange.ts'
import { createRedact } from '../http/redaction.ts'
import { RequestLimitReached } from '../http/request-limit-reached.ts'
import { type Send, survey } from './survey.ts'

/** Looks at every key. @throws {ContractError} when nothing can come of it. */
export async function surveyAll(
  url: string,
  keys: readonly string[],
  send: Send,
): Promise<SurveyedAccount[]> {
  if (keys.length === 0)
    throw new ContractError('usage', 'No key was given. Name one with --key or in PHOTOFEED_KEY.')
  // An answer may hold the key that it was asked with.
  const redact = createRedact(keys)
  const accounts: SurveyedAccount[] = []
  for (const [index, key] of keys.entries()) {
    const account = await survey(key, `key ${index + 1}`, send).catch(withinTheLimit)
    accounts.push(account)
    // Nothing behind the address answers as a feed does, so the other keys need not be tried.
    if (index === 0 && account.trouble)
      throw new ContractError('unreachable', `${url}: ${redact(account.trouble)}`)
  }
  if (accounts.every(({ state }) => state !== 'readable')) {
    throw new ContractError('nothing-checked', redact(nothingChecked(url, accounts)))
  }
  return accounts
}

function withinTheLimit(error: unknown): never {
  if (error instanceof RequestLimitReached) throw new ContractError('usage', error.message)
  throw error
}

function nothingChecked(url: string, accounts: SurveyedAccount[]): string {
  const told = accounts.map(({ label, state, trouble }) => trouble ?? `${label} is ${state}`)
  return `${url}: no key reads an account, so nothing was checked (${told.join('; ')}). Copy the key from the dashboard.`
}

/** The account with the most to look at is asked first. */
export function richestFirst(accounts: SurveyedAccount[]): SurveyedAccount[] {
  const kinds = ({ posts }: SurveyedAccount) =>
    mediaTypes.filter((type) => posts.some(({ mediaType }) => mediaType === type)).length
  return accounts.toSorted((a, b) => kinds(b) - kinds(a) || b.posts.length - a.posts.length)
}

import { mediaTypes } from '@photofeed/openapi'
import { ContractError, RequestLimitReached } from '../http/contract-error.ts'
import type { SurveyedAccount } from '../http/exchange.ts'
import { createRedact, keyVariable, onlyAccount } from '../http/redaction.ts'
import { ids } from '../judging/feed.ts'
import { all } from '../judging/resource-instances.ts'
import { type Send, survey } from './survey.ts'

/** Looks at every key. @throws {ContractError} when nothing can come of it. */
export async function surveyAll(
  url: string,
  keys: Readonly<Record<string, string>>,
  send: Send,
): Promise<SurveyedAccount[]> {
  const entries = Object.entries(keys)
  if (entries.length === 0) {
    throw new ContractError(
      'usage',
      'No key was given. Pass --key, --account name=key, or set PHOTOFEED_KEY.',
    )
  }
  const variables = new Map<string, string>()
  for (const [name] of entries) {
    const other = variables.get(keyVariable(name))
    if (!/^[a-z0-9][a-z0-9_-]{0,39}$/i.test(name) || other !== undefined) {
      throw new ContractError(
        'usage',
        other === undefined
          ? 'A name of an account has up to 40 letters, digits, - and _.'
          : `The names of the accounts ${other} and ${name} are too similar. Rename one.`,
      )
    }
    variables.set(keyVariable(name), name)
  }
  // A response may contain the key of its request.
  const redact = createRedact(keys)
  const accounts = await Promise.all(
    entries.map(([name, key]) => survey(key, name, send).catch(withinTheLimit)),
  )
  const troubles = accounts.flatMap(({ trouble }) => trouble ?? [])
  if (troubles[0] !== undefined && troubles.length === accounts.length)
    throw new ContractError('unreachable', `${url}: ${redact(troubles[0])}`)
  if (accounts.every(({ state }) => state !== 'readable')) {
    throw new ContractError('undecided', redact(nothingChecked(url, accounts)))
  }
  for (const [index, account] of accounts.entries())
    account.duplicateOf =
      accounts.slice(0, index).find((other) => readSamePosts(other, account))?.name ?? null
  return accounts
}

/** Whether two keys read the same posts. */
function readSamePosts(one: SurveyedAccount, other: SurveyedAccount): boolean {
  return one.posts.length > 0 && ids(one.posts).join() === ids(other.posts).join()
}

function withinTheLimit(error: unknown): never {
  if (error instanceof RequestLimitReached) throw new ContractError('usage', error.message)
  throw error
}

function nothingChecked(url: string, accounts: SurveyedAccount[]): string {
  const reasons = accounts.map(
    ({ name, state, trouble }) =>
      trouble ?? `${name === onlyAccount ? 'the key' : `the account ${name}`} is ${state}`,
  )
  return `${url}: no key reads an account, so nothing was checked (${reasons.join('; ')}). Copy the key from the dashboard.`
}

/** One account of each kind, then the others; among them those with the most kinds of posts first. */
export function oneOfEachKindFirst(accounts: SurveyedAccount[]): SurveyedAccount[] {
  const rich = richestFirst(accounts)
  const kindOf = ({ plan, status, state, posts }: SurveyedAccount) =>
    [plan, status, state, posts.length > 0].join(' ')
  const isFirst = (account: SurveyedAccount) =>
    rich.find((other) => kindOf(other) === kindOf(account)) === account
  return [...rich.filter(isFirst), ...rich.filter((account) => !isFirst(account))]
}

function richestFirst(accounts: SurveyedAccount[]): SurveyedAccount[] {
  const kinds = ({ exchanges: [everything] }: SurveyedAccount) => {
    const sent = everything ? all.posts(everything).map(({ value }) => value.mediaType) : []
    return mediaTypes.filter((type) => sent.includes(type)).length
  }
  return accounts.toSorted((a, b) => kinds(b) - kinds(a) || b.posts.length - a.posts.length)
}

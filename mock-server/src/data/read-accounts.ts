import { UserError } from '@photofeed/core/node'
import { type AccountInput, account, type OwnAccount } from '../builders/index.ts'

/**
 * Reads `{ "accounts": [...] }`, a list of accounts, or one account.
 *
 * @throws {UserError} that starts with the file's name.
 */
export function readAccounts(data: unknown, file: string): OwnAccount[] {
  const inputs = inputsOf(data, file)
  if (inputs.length === 0) throw new UserError(`${file} holds no accounts. Put at least one in it.`)
  const accounts = inputs.map((input, index) => readAccount(input, index, file))
  refuseTwins(accounts, 'scenario', file)
  refuseTwins(accounts, 'apiKey', file)
  return accounts
}

function inputsOf(data: unknown, file: string): unknown[] {
  if (Array.isArray(data)) return data
  if (typeof data !== 'object' || data === null) {
    throw new UserError(`${file} must hold a list of accounts, or an object with "accounts".`)
  }
  if (!Object.hasOwn(data, 'accounts')) return [data]
  const { accounts, ...others } = data as { accounts: unknown }
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) {
    throw new UserError(
      `${file}: ${JSON.stringify(unknown)} is not a known field beside "accounts". Remove it.`,
    )
  }
  if (Array.isArray(accounts)) return accounts
  throw new UserError(`${file}: "accounts" must be a list.`)
}

function readAccount(input: unknown, index: number, file: string): OwnAccount {
  try {
    return account(input as AccountInput)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    throw new UserError(`${file}, accounts[${index}]: ${error.message}`, { cause: error })
  }
}

function refuseTwins(accounts: OwnAccount[], field: 'scenario' | 'apiKey', file: string): void {
  const seen = new Map<string, number>()
  for (const [index, own] of accounts.entries()) {
    const before = seen.get(own[field])
    if (before !== undefined) {
      throw new UserError(
        `${file}: accounts[${before}] and accounts[${index}] have the same ${field}. Give one of them another.`,
      )
    }
    seen.set(own[field], index)
  }
}

import { UserError } from '@photofeed/core'
import { dataProblem } from '../schemas/data-problem.ts'
import type { AccountInput, OwnAccount } from './account-input.ts'
import { accountSchema } from './account-schema.ts'
import { completeAccount } from './complete-account.ts'
import { postsProblem } from './posts-problem.ts'

/**
 * An account of your own for a mock, checked against the contract and filled in where it says nothing. What it gives
 * is plain JSON; given that again, it gives the same.
 *
 * @example
 * const shop = account({ username: 'my.shop', plan: 'free', posts: [post.image(), post.video()] })
 * const mock = createMockFeed({ accounts: [shop] })
 *
 * @throws {UserError} when a value breaks the contract or a field is unknown.
 */
export function account(input: AccountInput = {}): OwnAccount {
  const read = accountSchema.safeParse(input)
  if (!read.success) throw new UserError(sentence(input, dataProblem(read.error, input)))
  const complete = completeAccount(read.data)
  const problem = postsProblem(complete.posts)
  if (problem !== null) throw new UserError(sentence(input, problem))
  return complete
}

function sentence(input: unknown, problem: string): string {
  const end = problem.endsWith('?') ? '' : '.'
  return `account${nameOf(input)}: ${problem}${end}`
}

/** As far as it has one that can stand in a sentence. */
function nameOf(input: unknown): string {
  if (typeof input !== 'object' || input === null) return ''
  const { scenario, username } = input as Record<string, unknown>
  const name = [scenario, username].find((name) => typeof name === 'string' && name !== '')
  return typeof name === 'string' ? ` ${JSON.stringify(name.slice(0, 60))}` : ''
}

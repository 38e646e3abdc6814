import type { SurveyedAccount } from '../http/exchange.ts'
import { anotherAccount, type Need, readable } from '../judging/needs.ts'
import type { RequestRule, Rule } from '../judging/rule.ts'

export interface Task {
  rule: RequestRule
  account: SurveyedAccount
  /** The other accounts that can be read. */
  others: readonly SurveyedAccount[]
  requests: ReturnType<RequestRule['requests']>
}

interface Plan {
  /** Each rule for one account. */
  first: Task[]
  /** Each rule for one account of the other plan, and short ones about its own posts for every account that they fit. */
  more: Task[]
  /** Rules that fit no account, or whose requests cannot be made from its posts. */
  impossible: { rule: RequestRule; account: SurveyedAccount | undefined; error: unknown }[]
}

/** Which rule is judged for which account. A run that reaches its limit of requests leaves out the last ones. */
export function planOf(rules: readonly Rule[], accounts: readonly SurveyedAccount[]): Plan {
  const plan: Plan = { first: [], more: [], impossible: [] }
  const rounds: Task[][] = []
  for (const rule of rules) {
    if (rule.kind !== 'request') continue
    const tasks: Task[] = []
    let problem: Plan['impossible'][number] = { rule, account: undefined, error: null }
    for (const account of accounts) {
      const others = accounts.filter((one) => one !== account && one.state === 'readable')
      // What is wrong with it is wrong with its duplicateOf.
      if (account.duplicateOf !== null) continue
      try {
        if (!fits(rule, account, others)) {
          if (account.malformed && fits(rule, account, others, true))
            problem = { rule, account, error: account.malformed }
          continue
        }
        const requests = rule.requests(account, others)
        // Its posts have nothing that the rule could ask for.
        if (Object.keys(requests).length > 0) tasks.push({ rule, account, others, requests })
      } catch (error) {
        problem = { rule, account, error }
      }
    }
    const [first, ...others] = tasks
    if (!first) plan.impossible.push(problem)
    else plan.first.push(first)
    const more = others.filter((task) => isShortAndOwn(task) || isFirstOfPlan(task, tasks))
    for (const [round, task] of more.entries()) {
      rounds[round] ??= []
      rounds[round].push(task)
    }
  }
  // Few requests first, so that as many rules as possible see every account.
  const rest = rounds.flat().sort((a, b) => sizeOf(a) - sizeOf(b))
  plan.more = [...rest.filter(isOwn), ...rest.filter((task) => !isOwn(task))]
  return plan
}

/** Rules that compare, or need two accounts, look at the account's own posts; most others are the same for every account. */
const isOwn = ({ rule }: Task) =>
  rule.compares || rule.isOfEachAccount || rule.needs?.includes(anotherAccount)

/** More requests than these are worth it for one account of each plan. */
const mostOfFurther = 10
const isShortAndOwn = (task: Task) => Boolean(isOwn(task)) && sizeOf(task) <= mostOfFurther

const isFirstOfPlan = (task: Task, tasks: readonly Task[]) =>
  tasks.find(({ account }) => account.plan === task.account.plan) === task

export const sizeOf = ({ requests }: Task) => Object.keys(requests).length

const anyKey: readonly Need[] = [readable]

/** @param unread whether the posts cannot be read: needs that look at them may be met. */
function fits(
  { needs = anyKey }: Rule,
  account: SurveyedAccount,
  others: readonly SurveyedAccount[],
  unread = false,
): boolean {
  return needs.every((need) => (unread && need.readsPosts) || need.isMet(account, others))
}

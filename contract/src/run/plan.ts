import type { SurveyedAccount } from '../http/exchange.ts'
import { anotherAccount, type Need, readable } from '../judging/needs.ts'
import type { RequestRule, Requests, Rule } from '../judging/rule.ts'

/** A rule for an account that has what it needs. */
export interface Task {
  rule: RequestRule
  account: SurveyedAccount
  /** The other accounts that can be read. */
  others: readonly SurveyedAccount[]
  requests: Requests
}

export interface Plan {
  /** Each rule for one account. */
  first: Task[]
  /** Each rule for the other accounts that it fits, as far as there are requests left. */
  more: Task[]
  /** How many tasks there is no request left for. */
  leftOut: number
  /** Rules that fit no account, or whose requests cannot be made from its posts. */
  impossible: { rule: RequestRule; account: SurveyedAccount | undefined; error: unknown }[]
}

/** Which rule is judged for which account, within so many requests. */
export function planOf(
  rules: readonly Rule[],
  accounts: readonly SurveyedAccount[],
  mostRequests: number,
): Plan {
  const plan: Plan = { first: [], more: [], leftOut: 0, impossible: [] }
  const planned = new Set<string>()
  let left = mostRequests
  const take = (task: Task) => {
    const names = namesOf(task)
    left -= names.filter((name) => !planned.has(name)).length
    for (const name of names) planned.add(name)
  }
  const rounds: Task[][] = []
  for (const rule of rules) {
    if (rule.kind !== 'request') continue
    const tasks: Task[] = []
    let problem: Plan['impossible'][number] = { rule, account: undefined, error: null }
    for (const account of accounts) {
      const others = othersOf(account, accounts)
      // What is wrong with it is wrong with its duplicateOf.
      if (account.duplicateOf !== null) continue
      try {
        if (!fits(rule, account, others)) {
          if (account.malformed && mightFit(rule, account, others))
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
    const [first, ...more] = tasks
    if (!first) plan.impossible.push(problem)
    else {
      plan.first.push(first)
      take(first)
    }
    for (const [round, task] of more.entries()) {
      rounds[round] ??= []
      rounds[round].push(task)
    }
  }
  // Rules that compare, or need two accounts, look at the account's own posts; most others are the same for every account. Few requests first, so
  // that as many rules as possible see every account.
  const rest = rounds.flat().sort((a, b) => sizeOf(a) - sizeOf(b))
  const isOwn = ({ rule }: Task) => rule.compares || rule.needs?.includes(anotherAccount)
  const ordered = [...rest.filter(isOwn), ...rest.filter((task) => !isOwn(task))]
  for (const task of ordered) {
    const cost = namesOf(task).filter((name) => !planned.has(name)).length
    if (cost > left) plan.leftOut += 1
    else {
      take(task)
      plan.more.push(task)
    }
  }
  return plan
}

const sizeOf = ({ requests }: Task) => Object.keys(requests).length

function othersOf(
  account: SurveyedAccount,
  accounts: readonly SurveyedAccount[],
): SurveyedAccount[] {
  return accounts.filter((other) => other !== account && other.state === 'readable')
}

const anyKey: readonly Need[] = [readable]

function fits(
  { needs = anyKey }: Rule,
  account: SurveyedAccount,
  others: readonly SurveyedAccount[],
): boolean {
  return needs.every((need) => need.isMet(account, others))
}

/** Whether only its posts, which cannot be read, are missing. */
function mightFit(
  { needs = anyKey }: Rule,
  account: SurveyedAccount,
  others: readonly SurveyedAccount[],
): boolean {
  return needs.every((need) => need.readsPosts || need.isMet(account, others))
}

/** Equal requests of rules are sent once. */
function namesOf({ account, requests }: Task): string[] {
  return Object.entries(requests).map(([name, request]) =>
    'after' in request
      ? `${name} ${request.after} ${request.next} ${account.name}`
      : JSON.stringify({
          ...request,
          // A request with a key of its own is the same for every account.
          as: typeof request.key === 'string' || (request.as ?? account).name,
        }),
  )
}

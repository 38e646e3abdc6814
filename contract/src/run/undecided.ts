import { count } from '../count.ts'
import type { SurveyedAccount } from '../http/exchange.ts'
import type { Intermediary } from '../http/intermediary.ts'
import { kindNamed, readable } from '../judging/needs.ts'
import type { Level } from '../judging/rule.ts'
import type { Outcome, SkipCause } from './result.ts'

/** Why a run is undecided: one entry for each cause. */
export interface Undecided {
  cause: SkipCause
  /** What happened and what to do, in a sentence or more. */
  reason: string
  /** Ids of the musts that were not decided; empty when an account of `require` is missing. */
  rules: string[]
}

interface JudgedRule {
  id: string
  level: Level
  section: string
  outcome: Outcome
  cause: SkipCause | null
  reason: string | null
}

interface Judged {
  rules: readonly JudgedRule[]
  accounts: readonly SurveyedAccount[]
  intermediaries: readonly Intermediary[]
  require: readonly string[]
  leftOut: number
}

/** These say too little about what was sent: a request failed, or a difference could not be explained. */
const cutShort: readonly SkipCause[] = ['no-response', 'limit', 'changed']

const advice: Partial<Record<Undecided['cause'], string>> = {
  'no-response':
    'Check that what is named here responds; if it is slow, raise --timeout or lower --concurrency. Then run it again.',
}

/** Why a run without a failure does not pass; empty if it does. */
export function undecidedOf({
  rules,
  accounts,
  intermediaries,
  require,
  leftOut,
}: Judged): Undecided[] {
  const musts = rules.filter(({ level, cause }) => level === 'must' && cause !== 'chosen')
  const open = musts.filter(({ outcome }) => outcome === 'skipped')
  if (musts.length === 0) {
    const reason = 'No must was checked: --only and --skip leave none.'
    return [{ cause: 'chosen', reason, rules: [] }]
  }
  const isHidden = intermediaries.some(({ kind }) => !['cache', 'path'].includes(kind))
  const weighty =
    open.length === musts.length
      ? open
      : open.filter(
          ({ cause, section }) =>
            cutShort.includes(cause as SkipCause) ||
            (cause === 'intermediary' && isHidden) ||
            require.some((name) => `${section}.`.startsWith(`${name}.`)),
        )
  const missing = require
    .filter((name) => !isSection(name))
    .flatMap((name) => lacks(name, accounts))
  return grouped([
    ...unread(accounts),
    ...misnamed(accounts.filter(({ name }) => !require.includes(name))),
    ...withoutPosts(accounts),
    ...weighty.map(entryOf),
    ...unfinished(leftOut),
    ...missing,
  ])
}

/** Each rule was judged for one account at least, but not for all. */
function unfinished(leftOut: number): Undecided[] {
  if (leftOut === 0) return []
  const reason = `${count(leftOut, 'rule')} would be judged for further accounts. Raise --max-requests or --timeout.`
  return [{ cause: 'limit', reason, rules: [] }]
}

const ofAccount = (reason: string): Undecided[] => [{ cause: 'account', reason, rules: [] }]

/** Keys that were given, and are neither read nor rejected nor failing as the specification says. */
function unread(accounts: readonly SurveyedAccount[]): Undecided[] {
  return accounts.flatMap(({ trouble }) => (trouble === null ? [] : ofAccount(sentence(trouble))))
}

/** A key that only gets errors, although its name says what the account is like: a service that fails for it breaks no other rule. */
function misnamed(accounts: readonly SurveyedAccount[]): Undecided[] {
  return accounts.flatMap((account) => {
    const kind = kindNamed(account.name)
    const isRead = account.state === 'readable' || account.trouble !== null
    if (!kind || isRead || kind.isMet(account, [])) return []
    const reason = `The account ${account.name} is ${account.state}, and not one ${kind.which}. Give the key of such an account, or rename it.`
    return ofAccount(reason)
  })
}

/** A service that shows no posts at all breaks no rule about posts. */
function withoutPosts(accounts: readonly SurveyedAccount[]): Undecided[] {
  const readable = accounts.filter(({ state }) => state === 'readable')
  if (readable.length === 0 || readable.some(({ posts }) => posts.length > 0)) return []
  const reason = 'No account has a post, so that most rules were not decided. Give a key of one.'
  return ofAccount(reason)
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Sections look like `4` or `4.1`; anything else that `require` names is an account. */
function isSection(name: string): boolean {
  return /^\d+(\.\d+)*$/.test(name)
}

/** An account of `require` must be there, and of the kind that its name says. */
function lacks(name: string, accounts: readonly SurveyedAccount[]): Undecided[] {
  const kind = kindNamed(name)
  const named = accounts.filter((account) => account.name === name)
  const candidates = kind ? accounts : named
  if (candidates.some((account) => (kind ?? readable).isMet(account, []))) return []
  const found = named.map(({ state, plan, status }) => [state, plan, status].filter(Boolean))
  const state = found[0] ? `it is ${found[0].join(', ')}` : 'it was not given'
  const ofKind = kind ? ` of an account ${kind.which}` : ''
  const reason = `--require names the account ${name}, and ${state}. Give its key${ofKind}: --account ${name}=KEY.`
  return ofAccount(reason)
}

function entryOf({ id, cause, reason }: JudgedRule): Undecided {
  return { cause: cause as SkipCause, reason: reason ?? '', rules: [id] }
}

const shownReasons = 3

function grouped(entries: Undecided[]): Undecided[] {
  const causes = [...new Set(entries.map(({ cause }) => cause))]
  return causes.map((cause) => {
    const ofCause = entries.filter((entry) => entry.cause === cause)
    const reasons = [...new Set(ofCause.map(({ reason }) => reason))]
    const more = reasons.length - shownReasons
    return {
      cause,
      reason: [
        ...reasons.slice(0, shownReasons),
        ...(more > 0 ? [`And ${more} more reasons.`] : []),
        ...(advice[cause] ? [advice[cause]] : []),
      ].join(' '),
      rules: ofCause.flatMap(({ rules }) => rules),
    }
  })
}

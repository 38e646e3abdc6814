import { type PlanName, plans } from '@photofeed/openapi'
import { setPlan } from '../db/operators.ts'
import { findOwner } from '../db/owner-rows.ts'
import type { Db } from '../db/schema.ts'
import { atName } from './text.ts'

interface PlanChange {
  email: string
  before: PlanName
  plan: PlanName
  /** All accounts of the owner. They stay connected, even above the plan's limit. */
  accounts: { username: string; before: PlanName }[]
}

/**
 * Sets the plan of an owner and the owner's accounts in one transaction. Disconnects nothing.
 *
 * @throws {UserError} if no owner has that e-mail address.
 */
export function changePlan(
  db: Db,
  { email, plan, now }: { email: string; plan: PlanName; now: number },
): Promise<PlanChange> {
  return db.transaction().execute(async (transaction) => {
    const owner = await findOwner(transaction, email)
    const accounts = await setPlan(transaction, owner.id, plan, now)
    return { email: owner.email, before: owner.plan, plan, accounts }
  })
}

/** Describes a change of plan. */
export function describePlanChange(
  { email, before, plan, accounts }: PlanChange,
  connectable: number,
): string {
  const { name, readablePosts, postRefreshSeconds } = plans[plan]
  const changed = accounts.filter((account) => account.before !== plan)
  const lines = [
    before === plan
      ? `${email} had ${name} already.`
      : `${email} has ${name} now, not ${plans[before].name}.`,
    ...changed.map((account) => `${atName(account)} is ${name} now.`),
    ...(changed.length === 0
      ? []
      : [
          `${readablePosts === null ? 'All posts are' : `The ${readablePosts} newest posts are`} shown, fetched every ${interval(postRefreshSeconds)}.`,
        ]),
    ...(accounts.length > connectable
      ? [
          `${name} connects up to ${connectable}, and ${accounts.length} are connected: they all stay, but no other can be added.`,
        ]
      : []),
  ]
  return `${lines.join('\n')}\n`
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** `hour`, `90 minutes`: in the largest unit that divides it. */
function interval(seconds: number): string {
  const [unit, length] = units.find(([, length]) => seconds % length === 0) ?? ['second', 1]
  const count = seconds / length
  return count === 1 ? unit : `${count} ${unit}s`
}

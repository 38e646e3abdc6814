import { plans } from '@photofeed/openapi'
import { atName } from './at-name.ts'
import type { PlanChange } from './plan-change.ts'

/** What a change of plan did, in sentences. */
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

import { UserError } from '@photofeed/core/node'
import type { PlanName } from '@photofeed/openapi'
import type { Db } from '../engine/schema.ts'
import { clearCachedResponses, setAccount } from './accounts.ts'
import { scheduleJob } from './work.ts'

export type OwnerOverview = Awaited<ReturnType<typeof readOwners>>[number]

/** Returns owners by address, with the number of their accounts. Times are milliseconds since the epoch. */
export async function readOwners(db: Db, limit = 1_000_000) {
  const owners = await db
    .selectFrom('owner')
    .leftJoin('connection', 'connection.owner_id', 'owner.id')
    .select(['owner.id', 'email', 'plan', 'created_at as createdAt'])
    .select(({ fn, eb }) => [
      fn.count<number>('connection.account_id').as('accounts'),
      eb('password', 'is not', null).as('hasPassword'),
    ])
    .groupBy('owner.id')
    .orderBy('email')
    .limit(limit)
    .execute()
  return owners.map(({ accounts, hasPassword, ...owner }) => ({
    ...owner,
    accounts: Number(accounts),
    hasPassword: Boolean(hasPassword),
  }))
}

/** Returns the owner with an email address. Throws a UserError if there is none. */
export async function findOwner(
  db: Db,
  email: string,
): Promise<{ id: string; email: string; plan: PlanName }> {
  const owner = await db
    .selectFrom('owner')
    .select(['id', 'email', 'plan'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  if (owner) return owner
  throw new UserError(
    `No owner has the address ${email}. \`photofeed-server owners list\` shows all.`,
  )
}

/**
 * Sets the plan of an owner and the owner's accounts in one transaction. All accounts stay connected, even above the plan's
 * limit; they are returned with the plans that they had. The new plan may refresh more often, so posts of accounts whose
 * plan changes are fetched now.
 *
 * @throws {UserError} if no owner has that email address.
 */
export function changePlan(db: Db, { email, plan }: { email: string; plan: PlanName }) {
  return db.transaction().execute(async (transaction) => {
    const owner = await findOwner(transaction, email)
    await transaction.updateTable('owner').set({ plan }).where('id', '=', owner.id).execute()
    const accounts = await transaction
      .selectFrom('connection')
      .innerJoin('account', 'account.id', 'connection.account_id')
      .select(['account.id', 'account.username', 'account.plan as before'])
      .where('connection.owner_id', '=', owner.id)
      .orderBy('account.id')
      .execute()
    for (const { id } of accounts.filter(({ before }) => before !== plan)) {
      // Also locks the account.
      await clearCachedResponses(transaction, id)
      await setAccount(transaction, id, { plan })
      await scheduleJob(transaction, 'posts', id)
    }
    const named = accounts.map(({ id: _, ...account }) => account)
    return { ownerId: owner.id, email: owner.email, before: owner.plan, plan, accounts: named }
  })
}

import { UserError } from '@photofeed/core/node'
import type { PlanName } from '@photofeed/openapi'
import type { Kysely } from 'kysely'
import { clearCachedAnswers } from '../db/api-key-rows.ts'
import type { Tables } from '../db/schema.ts'
import { fromProfileDocument } from '../db/stored-documents.ts'

export interface PlanChange {
  email: string
  before: PlanName
  plan: PlanName
  /** All accounts of the owner: they stay, also above the plan's limit. */
  accounts: { username: string; before: PlanName }[]
}

/**
 * Gives an owner and the owner's accounts a plan, in one transaction; disconnects nothing.
 *
 * @throws {UserError} when nobody has that e-mail address.
 */
export function changePlan(
  db: Kysely<Tables>,
  { email, plan, now }: { email: string; plan: PlanName; now: number },
): Promise<PlanChange> {
  return db.transaction().execute(async (transaction) => {
    const owner = await transaction
      .selectFrom('owner')
      .select(['id', 'email', 'plan'])
      .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
      .executeTakeFirst()
    if (!owner) {
      throw new UserError(
        `No owner has the address ${email}. \`photofeed-server accounts\` shows those with an account.`,
      )
    }
    await transaction.updateTable('owner').set({ plan }).where('id', '=', owner.id).execute()
    const accounts = await transaction
      .selectFrom('connection')
      .innerJoin('account', 'account.id', 'connection.account_id')
      .select(['account.id', 'account.profile', 'account.plan'])
      .where('connection.owner_id', '=', owner.id)
      .orderBy('account.id')
      .execute()
    for (const account of accounts) {
      if (account.plan === plan) continue
      // Locks the account, and what was cached of the plan before goes with the commit.
      await clearCachedAnswers(transaction, account.id, now)
      await transaction.updateTable('account').set({ plan }).where('id', '=', account.id).execute()
      // A plan that refreshes more often does so from now on.
      await transaction
        .updateTable('job')
        .set({ run_at: now })
        .where('account_id', '=', account.id)
        .where('kind', '=', 'posts')
        .where('run_at', '>', now)
        .execute()
    }
    return {
      ...{ email: owner.email, before: owner.plan, plan },
      accounts: accounts.map((account) => ({
        username: fromProfileDocument(account.profile).username,
        before: account.plan,
      })),
    }
  })
}

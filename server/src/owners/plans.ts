import type { PlanName } from '@photofeed/openapi'
import { clearCachedResponses } from '../connections/api-keys.ts'
import { engineOf } from '../db/engine.ts'
import type { Db } from '../db/schema.ts'
import { fromProfileDocument } from '../db/stored-documents.ts'
import type { JobKind } from '../jobs/jobs.ts'
import { findOwner } from './owner-rows.ts'

export type PlanChange = Awaited<ReturnType<typeof changePlan>>

/**
 * Sets the plan of an owner and the owner's accounts in one transaction. All accounts stay connected, even above the plan's
 * limit; they are returned with the plans that they had. The new plan may refresh more often, so posts of accounts whose
 * plan changes are fetched now.
 *
 * @throws {UserError} if no owner has that e-mail address.
 */
export function changePlan(db: Db, { email, plan }: { email: string; plan: PlanName }) {
  return db.transaction().execute(async (transaction) => {
    const owner = await findOwner(transaction, email)
    const dueNow = engineOf(transaction).now()
    await transaction.updateTable('owner').set({ plan }).where('id', '=', owner.id).execute()
    const accounts = await transaction
      .selectFrom('connection')
      .innerJoin('account', 'account.id', 'connection.account_id')
      .select(['account.id', 'account.profile', 'account.plan as before'])
      .where('connection.owner_id', '=', owner.id)
      .orderBy('account.id')
      .execute()
    for (const { id } of accounts.filter(({ before }) => before !== plan)) {
      // Also locks the account.
      await clearCachedResponses(transaction, id)
      await transaction.updateTable('account').set({ plan }).where('id', '=', id).execute()
      await transaction
        .updateTable('job')
        .set({ run_at: dueNow })
        .where('account_id', '=', id)
        .where('kind', '=', 'posts' satisfies JobKind)
        .where('run_at', '>', dueNow)
        .execute()
    }
    const named = accounts.map(({ profile, before }) => {
      return { username: fromProfileDocument(profile).username, before }
    })
    return { email: owner.email, before: owner.plan, plan, accounts: named }
  })
}

import { type PlanName, plans } from '@photofeed/openapi'
import type { DatabaseHandles } from './engine/engine.ts'

/** Creates the function that returns whether the plan of an account, found by its media id, includes resized pictures. */
export function createHasSizes({ db, prepare }: Pick<DatabaseHandles, 'db' | 'prepare'>) {
  const read = prepare(db.selectFrom('account').select('plan').where('media_id', '=', '').compile())
  return async (mediaId: string): Promise<boolean> => {
    const [row] = (await read([mediaId])) as [PlanName][]
    // Files of an account that is deleted are about to be.
    return row ? plans[row[0]].sizes : true
  }
}

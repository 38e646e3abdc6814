import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'

/** Which files a run is bringing that nothing shows yet. */
export const mediaOnItsWay = ({ id }: Engine): Migration => ({
  async up(db) {
    await db.schema
      .alterTable('media_use')
      .addColumn('job_id', id.type, (column) => column.references('job.id').onDelete('set null'))
      .execute()
    await db.schema.createIndex('media_use_by_job').on('media_use').columns(['job_id']).execute()
  },
})

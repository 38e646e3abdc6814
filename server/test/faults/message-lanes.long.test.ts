import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { createFolderFiles } from '../../src/media/folder-files.ts'
import { createMediaStore } from '../../src/media/media-store.ts'
import { createWork, type WorkParts } from '../../src/start/background-work.ts'
import type { Database } from '../../src/stores/database.ts'
import { enqueue } from '../../src/stores/service/work.ts'
import { onBothDatabases } from '../support/databases.ts'
import { queuedMessages } from '../support/queues.ts'

onBothDatabases((databases) => {
  /** The work of a process, with receivers that a test gives. */
  async function setUp(receivers: Partial<WorkParts>) {
    const database = await databases.open({ at: await databases.place(), clock: Date.now })
    const work = createWork({
      ...{ database, platform: null, purge: null, concurrency: 4, onError() {} },
      media: createMediaStore(createFolderFiles(await tempFolder()), database.files),
      download: async () => new Response(null),
      report() {},
      // The pauses between two claims are short.
      sleep: (milliseconds, signal) =>
        setTimeout(milliseconds / 50, undefined, { signal }).catch(() => {}),
      ...receivers,
    })
    onTestFinished(work.stop)
    return { database, work }
  }

  const addPurges = ({ tables }: Database, count: number) =>
    sql`insert into work (kind, lane, account_id, payload, run_at)
      with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${count})
      select 'clear_edge', 'purge', number, '{"keyHash":"x"}', 0 from numbers`.execute(tables.db)

  test('a mail is sent while thousands of purges fail, which are tried again when they are due', async () => {
    let isDown = true
    let purges = 0
    const mails: string[] = []
    const { database, work } = await setUp({
      async purge() {
        purges += 1
        if (isDown) throw new Error('The purge request failed with HTTP 500.')
      },
      async sendMail({ kind }) {
        mails.push(kind)
        return 'delivered'
      },
    })
    await addPurges(database, 10_000)
    work.start()
    await vi.waitUntil(() => purges >= 5)
    await enqueue(database.tables.db, 'sign_up_mail', null, { email: 'a@b.example' })
    await vi.waitUntil(() => mails.length > 0)
    expect(mails).toEqual(['sign_up_mail'])
    const waiting = await queuedMessages(database)
    expect(waiting.filter(({ kind }) => kind === 'clear_edge')).toHaveLength(10_000)
    const failing = work.failingDeliveries()
    expect(failing.mail).toBe(0)
    expect(failing.purge).toBeGreaterThanOrEqual(5)
    isDown = false
    await vi.waitUntil(() => work.failingDeliveries().purge === 0)
  })
})

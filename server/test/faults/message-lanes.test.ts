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
    const reports: [event: string, details: unknown][] = []
    const work = createWork({
      ...{ database, platform: null, purge: null, onError() {} },
      media: createMediaStore(createFolderFiles(await tempFolder()), database.files),
      download: async () => new Response(null),
      report(event, details) {
        if (event !== 'run') reports.push([event, details])
      },
      // The pauses between two claims are short.
      sleep: (milliseconds, signal) =>
        setTimeout(milliseconds / 50, undefined, { signal }).catch(() => {}),
      ...receivers,
    })
    onTestFinished(work.stop)
    return { database, work, reports }
  }

  const addPurges = ({ tables }: Database, count: number) =>
    sql`insert into work (kind, lane, account_id, payload, run_at)
      with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${count})
      select 'clear_edge', 'purge', number, '{"keyHash":"x"}', 0 from numbers`.execute(tables.db)

  test('a mail is sent while thousands of purges fail; these wait together until their receiver works', async () => {
    let isDown = true
    let purges = 0
    let aheadMs = 0
    const mails: string[] = []
    const { database, work, reports } = await setUp({
      clock: () => Date.now() + aheadMs,
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
    await vi.waitUntil(() => reports.length > 0)
    expect(reports).toEqual([
      [
        'pausedQueue',
        {
          ...{ queue: 'purge', error: 'The purge request failed with HTTP 500.' },
          until: expect.any(String),
        },
      ],
    ])
    await enqueue(database.tables.db, 'sign_up_mail', null, { email: 'a@b.example' })
    await vi.waitUntil(() => mails.length > 0)
    expect(mails).toEqual(['sign_up_mail'])
    const waiting = await queuedMessages(database)
    expect(waiting.filter(({ kind }) => kind === 'clear_edge')).toHaveLength(10_000)
    const { mail, purge } = work.failingDeliveries()
    expect(mail).toBe(0)
    expect(purge).toBeGreaterThanOrEqual(5)
    // As many as are sent at the same time, and no more.
    const sent = purges
    expect(sent).toBeLessThanOrEqual(32)
    // After the pause, one message shows whether the receiver works again.
    aheadMs += 6_000
    await vi.waitUntil(() => purges > sent, { timeout: 30_000 })
    await setTimeout(300)
    expect(purges).toBe(sent + 1)
    isDown = false
    aheadMs += 11_000
    await vi.waitUntil(() => purges > sent + 100, { timeout: 30_000 })
    expect(work.failingDeliveries().purge).toBe(0)
  })
})

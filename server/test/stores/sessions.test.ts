import { expect, test } from 'vitest'
import { openDatabase } from '../../src/stores/database.ts'
import { databaseDefaults } from '../../src/stores/engine/database-settings.ts'
import { startSession } from '../../src/stores/service/sessions.ts'
import { testSecret } from '../support/databases.ts'
import { addOwner } from '../support/owners.ts'

const day = 86_400_000

/** The default settings, and larger ones. */
const settings = [1, 3].map(
  (times) =>
    Object.fromEntries(
      Object.entries(databaseDefaults).map(([name, value]) => [name, times * value]),
    ) as typeof databaseDefaults,
)

test.each(settings)(
  'what is not found any more is deleted, and nothing else: %o',
  async (settings) => {
    const opened = await openDatabase({ at: ':memory:', secret: testSecret, settings })
    const { sessions, tables, close } = opened
    const ownerId = await addOwner(opened, { email: 'mara@harbour.example', plan: 'free' })
    for (const id of ['used once', 'used daily'])
      await startSession(tables.db, ownerId, { id, browser: 'browser', at: 0 })
    const found = async (now: number) => ({
      once: (await sessions.find('used once', now)) !== undefined,
      daily: (await sessions.find('used daily', now)) !== undefined,
      browser: await sessions.knowsBrowser(ownerId, 'browser', now),
    })
    /** The days on which something was found last, and not any more. */
    const ends: number[] = []
    let last = await found(0)
    for (let now = 0; now < 600 * day; now += day) {
      const before = await found(now)
      if (JSON.stringify(before) !== JSON.stringify(last)) ends.push(now / day)
      last = before
      await sessions.prune(now)
      expect(await found(now), `after ${now / day} days`).toEqual(before)
      expect(await sessions.list(ownerId, now)).toHaveLength(+before.once + +before.daily)
      if (before.daily) await sessions.use('used daily', now)
    }
    expect(await found(0)).toEqual({ once: false, daily: false, browser: false })
    for (const [name, value] of Object.entries(settings))
      if (name.endsWith('Days')) expect(ends, name).toContain(value < day ? value : value / day)
    await close()
  },
)

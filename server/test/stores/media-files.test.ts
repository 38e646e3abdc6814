import type { StoredFile } from '@photofeed/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accountFeed, storedPost } from '../../../core/test/store/index.ts'
import { runs } from '../../../test-support/scope.ts'
import { lockAccount } from '../../src/stores/service/accounts.ts'
import { FileDeleted, removeUnshown, showFiles } from '../../src/stores/service/media-files.ts'
import { fill, onBothDatabases } from '../support/databases.ts'

const hour = 3_600_000
const day = 24 * hour
const posts = [0, 1, 2]

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('upload' as const), isKilled: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('show' as const),
      post: fc.constantFrom(...posts),
      file: fc.nat(20),
      isRolledBack: fc.boolean(),
    }),
  },
  fc.record({ do: fc.constant('delete post' as const), post: fc.constantFrom(...posts) }),
  fc.record({ do: fc.constant('pass' as const), hours: fc.constantFrom(1, 13, 25, 1680, -1680) }),
  fc.record({ do: fc.constant('refresh' as const) }),
  fc.record({ do: fc.constant('deliver' as const), isKilled: fc.boolean() }),
)

onBothDatabases((databases) => {
  it('in any order of uploads, posts, deletions and kills, what a post shows is in the store, and nothing else stays', async () => {
    let now = Date.UTC(2026, 0, 1)
    const database = await databases.open({ at: await databases.place(), clock: () => now })
    const { files, work, tables } = database
    await fill(database, [accountFeed(1, [])])
    const { id: accountId } = await tables.db
      .selectFrom('account')
      .select('id')
      .executeTakeFirstOrThrow()
    let uploads = 0

    const postWith = (file: StoredFile | null) =>
      storedPost({
        position: 1,
        publishedAt: 1,
        media: { file, platformUrl: 'https://a.example/' },
      })

    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const store = new Set<string>()
        const uploaded: StoredFile[] = []
        const shown = new Map<number, StoredFile>()

        async function change(post: number, after: StoredFile | null, isRolledBack = false) {
          const before = shown.get(post) ?? null
          // No two posts show the same file.
          if (after && [...shown.values()].includes(after) && after !== before) return
          const undone = new Error('rolled back')
          try {
            await tables.db.transaction().execute(async (transaction) => {
              await lockAccount(transaction, 'id', accountId)
              await showFiles(
                transaction,
                [{ before: before && postWith(before), after: after && postWith(after) }],
                now,
              )
              if (isRolledBack) throw undone
            })
          } catch (error) {
            if (error === undone || error instanceof FileDeleted) return
            throw error
          }
          if (after) shown.set(post, after)
          else shown.delete(post)
        }
        const refresh = () =>
          tables.db.transaction().execute(async (transaction) => {
            await lockAccount(transaction, 'id', accountId)
            await removeUnshown(transaction, accountId, now)
          })
        async function deliver(isKilled: boolean) {
          for (const message of await work.claim(['deletion'], 10, hour)) {
            if (message.kind !== 'delete_files') throw new Error(message.kind)
            for (const id of message.payload.files) store.delete(id)
            if (!isKilled) await work.complete(message, null)
          }
        }

        for (const each of steps) {
          if (each.do === 'upload') {
            uploads += 1
            const file = { id: `m/${uploads}`, extension: 'jpg', bytes: 1 } as const
            await files.add(accountId, file)
            if (each.isKilled) continue
            store.add(file.id)
            uploaded.push(file)
          } else if (each.do === 'show') {
            const file = uploaded.at(-1 - each.file)
            if (file) await change(each.post, file, each.isRolledBack)
          } else if (each.do === 'delete post') await change(each.post, null)
          else if (each.do === 'pass') {
            now += each.hours * hour
            // A worker looks for work every few seconds, and so notices when the clock was set back.
            await work.claim(['mail'], 1, hour)
          } else if (each.do === 'refresh') await refresh()
          else await deliver(each.isKilled)
          for (const { id } of shown.values()) expect(store.has(id)).toBe(true)
        }

        for (const _ of [1, 2]) {
          now += day
          await refresh()
          await deliver(false)
        }
        expect([...store].sort()).toEqual([...shown.values()].map(({ id }) => id).sort())
        await tables.db.deleteFrom('media_file').execute()
      }),
      {
        numRuns: runs(20, 500),
        // A file is removed while the clock is ahead.
        examples: [
          [
            [
              { do: 'upload', isKilled: false },
              { do: 'pass', hours: 1680 },
              { do: 'refresh' },
              { do: 'pass', hours: -1680 },
            ],
          ],
        ],
      },
    )
  })
})

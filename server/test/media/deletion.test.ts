import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { storedAccount } from '../../../core/test/store/index.ts'
import { runs } from '../../../test-support/scope.ts'
import { type FileStore, MediaStoreProblem } from '../../src/media/file-store.ts'
import { accountFolder, originalPath, type ResizedPath } from '../../src/media/media-keys.ts'
import { createMediaStore } from '../../src/media/media-store.ts'
import { openResized } from '../../src/media/resizer.ts'
import { createDelivery } from '../../src/start/background-work.ts'
import { addOwner, onBothDatabases } from '../support/databases.ts'
import { jpegOf } from '../support/media/pictures.ts'
import { fileStores } from '../support/media/s3.ts'

const hour = 3_600_000
const picture = await jpegOf('#345678')

/** What happens, in any order. `go` lets one operation of the store begin, or its result arrive. */
const step = fc.oneof(
  fc.constantFrom('upload', 'resize', 'disconnect', 'deliver', 'outage', 'restart', 'hour'),
  { weight: 14, arbitrary: fc.nat(9) },
)

/** Stores whose operations wait for the test, and fail during an outage, or after the process was killed. */
function pausedStores(files: FileStore) {
  const paused: Array<{ go(): void; kill(): void }> = []
  const state = { life: 0, isDown: false }
  const hold = (life: number) =>
    new Promise<void>((go, fail) => {
      const kill = () => fail(new Error('killed'))
      if (life === state.life) paused.push({ go, kill })
      else kill()
    })
  function make(): FileStore {
    const { life } = state
    const slowly =
      <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) =>
      async (...args: Args): Promise<T> => {
        await hold(life)
        if (state.isDown) throw new MediaStoreProblem('The store is down.')
        const result = await work(...args)
        await hold(life)
        return result
      }
    const { put, list } = files
    return { ...files, put: slowly(put), list: slowly(list), delete: slowly(files.delete) }
  }
  return { paused, state, make }
}

onBothDatabases((databases) => {
  describe.each(fileStores.slice(0, 2))('in %s', (_, makeFiles) => {
    it('deleted at any moment, an account leaves no file, and the page says so only then', async () => {
      let now = Date.UTC(2026, 0, 1)
      const database = await databases.open({ at: await databases.place(), clock: () => now })
      const { connections, deletions, work, tables } = database
      await addOwner(database, 'mara', 'premium')
      const files = await makeFiles()
      let accounts = 0

      async function play(steps: ReadonlyArray<number | string>) {
        accounts += 1
        const { paused, state, make } = pausedStores(files)
        const running = new Set<Promise<unknown>>()
        const start = (task: Promise<unknown>) => {
          const ended = task.catch(() => {}).finally(() => running.delete(ended))
          running.add(ended)
        }
        const idle = async () => {
          for (let turn = 0; turn < 500 && running.size > paused.length; turn += 1)
            await new Promise((resolve) => setTimeout(resolve, 1))
        }
        const boot = () => {
          const media = createMediaStore(make(), database.files, () => now)
          const parts = { database, media, purge: null, report: () => {} }
          const deliver = createDelivery(parts as never)
          return { media, deliver }
        }
        const grant = { platformId: `${accounts}`, platformOwnerId: null, permissions: [] }
        const token = { token: 'token', tokenExpiresAt: now + 999 * hour }
        const { profile } = storedAccount()
        const { accountId } = await connections.connect('mara', { ...grant, ...token, profile })
        const { mediaId } = (await connections.find(accountId)) ?? { mediaId: '' }
        let server = boot()
        let code: string | null = null
        const stored: Array<Awaited<ReturnType<typeof server.media.put>>> = []
        const resized = (): ResizedPath[] =>
          stored.map(({ id }) => ({ kind: 'resized', id, width: 320, format: 'jpg' }))
        const there = () => files.list(accountFolder(mediaId), true)

        async function deliver() {
          for (const message of await work.claim(['deletion'], 10, hour))
            start(
              server
                .deliver(message as never, new AbortController().signal)
                .then(() => work.complete(message, null)),
            )
        }
        const actions: Record<string, () => unknown> = {
          upload: () =>
            start(
              server.media.put({ accountId, mediaId }, [picture]).then((file) => stored.push(file)),
            ),
          resize: () =>
            resized()
              .slice(-1)
              .map((path) => start(openResized(server.media, path))),
          async disconnect() {
            if (code !== null) return
            await connections.apply(accountId, 'disconnected')
            code = await deletions.add([accountId], now)
          },
          deliver,
          outage() {
            state.isDown = !state.isDown
          },
          restart() {
            state.life += 1
            for (const { kill } of paused.splice(0)) kill()
            server = boot()
          },
          hour() {
            now += hour
            // No operation takes so long.
            for (const { kill } of paused.splice(0)) kill()
          },
        }
        const isDone = async () => code !== null && (await deletions.progress(code)) === 'done'

        for (const each of steps) {
          if (typeof each === 'string') await actions[each]?.()
          else paused.splice(each % Math.max(1, paused.length), 1)[0]?.go()
          await idle()
          if (await isDone()) expect(await there()).toEqual([])
        }

        await actions.disconnect?.()
        if (state.isDown) actions.outage?.()
        for (let turn = 0; turn < 400 && !(await isDone()); turn += 1) {
          if (running.size === 0) now += hour
          await deliver()
          for (const { go } of paused.splice(0)) go()
          await idle()
        }
        expect([await isDone(), await there()]).toEqual([true, []])
        for (const file of stored) expect(await server.media.open(originalPath(file))).toBeNull()
        for (const path of resized()) expect(await openResized(boot().media, path)).toBeNull()
        expect(await database.hasSizes(mediaId)).toBeNull()
        await tables.db.deleteFrom('work').execute()
      }

      await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 50 }), play), {
        numRuns: runs(12, 300),
        examples: [
          // The upload ends when everything else is deleted.
          [['upload', 'disconnect', 'deliver', 'deliver', ...Array(8).fill(1), 0, 0]],
          [
            [
              'upload',
              0,
              0,
              'resize',
              'disconnect',
              'deliver',
              'deliver',
              ...Array(9).fill(1),
              0,
              'restart',
            ],
          ],
        ],
      })
    }, 120_000)
  })
})

import { join } from 'node:path'
import fc from 'fast-check'
import { test } from 'vitest'
import { runs, scope } from '../../../test-support/scope.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { openDatabase } from '../../src/database.ts'
import type { FileStore } from '../../src/media/file-store.ts'
import { createFolderFiles } from '../../src/media/folder-files.ts'
import { createS3Files } from '../../src/media/s3-files.ts'
import { addOwner, testSecret } from '../support/databases.ts'
import { requestSweep } from '../support/queues.ts'
import { keysIn, s3Server } from '../support/s3.ts'
import type { Actor } from './baton.ts'
import { accounts, mediaWorld } from './media-world.ts'

const hour = 3_600_000

const name = fc.constantFrom(...accounts)
const number = fc.nat(11)
const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      start: fc.constantFrom('refresh', 'refresh', 'sweep', 'outbox', 'resize'),
      steps: fc.nat(40),
    } as const),
  },
  { weight: 6, arbitrary: fc.record({ step: number, pick: number, times: fc.nat(25) }) },
  // A run that stops somewhere for a day, sees a sweep, and goes on.
  { weight: 2, arbitrary: fc.record({ stall: fc.nat(14), sweepSteps: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ kill: number }) },
  {
    weight: 3,
    arbitrary: fc.record({ hours: fc.constantFrom(0.1, 1, 6, 11, 13, 23, 25) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      change: fc.constantFrom('publish', 'publish', 'withhold', 'removePost', 'picture'),
      name,
      number,
    } as const),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      owner: fc.constantFrom('connect', 'connect', 'disconnect'),
      name,
    } as const),
  },
)
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never

/** What a step may have deleted or shown. */
const changes = ['delete', 'handle', 'save', 'savePosts', 'saveProfile', 'finishPosts']

async function play(actions: readonly Action[], files: FileStore, drafts: string) {
  // Ahead of the disk's clock at any time, as drafts go by that.
  const clock = { now: Date.now() + hour }
  const at = ':memory:'
  await using opened = new AsyncDisposableStack()
  const database = await openDatabase({
    at,
    secret: testSecret,
    clock: () => clock.now,
    databaseClock: () => clock.now,
  })
  opened.defer(database.close)
  const world = mediaWorld(database, files, clock)
  for (const each of accounts) {
    await addOwner(database, `owner of ${each}`, 'premium')
    world.publish(each, 0)
    await world.connect(each)
  }
  await requestSweep(database)
  const live: Actor[] = []

  async function stepped(actor: Actor | undefined, times: number, pick: number) {
    for (let turn = 0; actor && !actor.isDone() && turn < times; turn += 1) {
      const done = await actor.step(pick)
      if (done && changes.includes(done)) await world.assertNothingLost()
      world.assertExpected(actor)
    }
  }

  for (const each of actions) {
    if ('start' in each) {
      const actor = world.start(each.start)
      live.push(actor)
      await stepped(actor, each.steps, 0)
    } else if ('step' in each) {
      const actors = live.filter((actor) => !actor.isDone())
      await stepped(actors[each.step % actors.length], each.times, each.pick)
    } else if ('stall' in each) {
      const [run, sweep] = [world.start('refresh'), world.start('sweep')]
      live.push(run, sweep)
      await stepped(run, each.stall, 0)
      clock.now += 25 * hour
      await stepped(sweep, each.sweepSteps, 0)
      await stepped(run, 50, 0)
    } else if ('kill' in each) live[each.kill % live.length]?.kill()
    else if ('hours' in each) clock.now += each.hours * hour
    else if ('owner' in each) await world[each.owner](each.name)
    else if (each.change === 'picture') world.model[each.name].picture = each.number % 4
    else world[each.change](each.name, each.number)
  }
  for (const actor of live) actor.kill()
  clock.now += 25 * hour
  await world.settle()
  await world.assertNothingLost()
  await world.assertNothingLeft(drafts)
}

const parameters = { endOnFailure: false, verbose: fc.VerbosityLevel.Verbose }

test('in any interleaving of refreshes, disconnects, sweeps and kills, shown files stay, and after the grace period no others', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 60 }), async (actions) => {
      const folder = await tempFolder()
      await play(actions, createFolderFiles(folder), join(folder, 'drafts'))
    }),
    { ...parameters, numRuns: runs(40, 600) },
  )
}, 1_200_000)

test.skipIf(scope !== 'long')(
  'the same in an S3 bucket',
  async () => {
    const server = await s3Server()
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 60 }), async (actions) => {
        const files = createS3Files(server)
        for (const key of await keysIn(files)) await files.delete(key)
        await play(actions, files, server.drafts)
      }),
      { ...parameters, numRuns: 50 },
    )
  },
  1_200_000,
)

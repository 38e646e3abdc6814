import { open } from 'node:fs/promises'
import { StatementSync } from 'node:sqlite'
import { expect, vi } from 'vitest'
import type { PlatformClient } from '../../src/platform/platform-client.ts'
import { type Hooks, refreshWorld } from './refresh-world.ts'

const pageSize = 50

/** A platform that lists so many posts, all like the newest one of the emulator, by default without media that can be downloaded. */
function listing(posts: number, withFiles: boolean) {
  return (client: PlatformClient): PlatformClient => ({
    ...client,
    async *mediaPages(token, options) {
      const [template] = (await client.mediaPages(token, options).next()).value?.posts ?? []
      if (!template) throw new Error('The account has no posts.')
      for (let first = 0; first < posts; first += pageSize) {
        const page = Array.from({ length: pageSize }, (_, index) => ({
          ...structuredClone(template),
          id: String(17_900_000_000 + first + index),
          ...(!withFiles && { media_url: 'https://nowhere.example/picture.jpg' }),
        }))
        const complete = first + pageSize >= posts
        const next = complete ? null : { ids: [], cursor: String(first) }
        yield { posts: page, leftOut: [], next: next as never, complete, hasComments: false }
      }
    },
  })
}

/** What the first import of so many posts writes, and then the deletion of the account. */
export async function costOf(
  posts: number,
  { withFiles = false, ...hooks }: Hooks & { withFiles?: boolean } = {},
) {
  const world = await refreshWorld({ ...hooks, platform: listing(posts, withFiles) })
  const { db } = world.database.tables
  const accounts = db.selectFrom('account').select(['status', 'posts'])
  const importing = await watchWrites()
  const { accountId } = await world.connect('just.a.name')
  await world.settle()
  importing.stop()
  expect(await accounts.execute()).toEqual([{ status: 'ready', posts }])
  const deleting = await watchWrites()
  await world.database.connections.apply(accountId, 'disconnected')
  await world.settle()
  deleting.stop()
  expect(await accounts.execute()).toEqual([])
  return { importing, deleting }
}

/** Counts what is written to SQLite and flushed to disks, until `stop`. */
async function watchWrites() {
  /** `bytes` are those of the parameters. A commit is a flush too. */
  const cost = { statements: 0, commits: 0, bytes: 0, flushes: 0 }
  /** The most in a turn of the event loop: statements, also of reads, flushes, and milliseconds of the processor. */
  const longest = { statements: 0, flushes: 0, milliseconds: 0 }
  let turn: typeof longest | null = null
  let isTransaction = false

  function write(text: string, values: unknown[]) {
    isTransaction ||= text.startsWith('begin')
    // A claim is repeated while nothing is due.
    if (/^(?:select|with due|begin|pragma)/.test(text)) return
    if (/^(?:commit|rollback)/.test(text)) isTransaction = false
    cost.statements += 1
    cost.commits += isTransaction ? 0 : 1
    cost.flushes += isTransaction ? 0 : 1
    cost.bytes += values.reduce<number>((sum, value) => sum + String(value).length, 0)
  }

  const originals = { all: StatementSync.prototype.all, run: StatementSync.prototype.run }
  for (const name of ['all', 'run'] as const) {
    vi.spyOn(StatementSync.prototype, name).mockImplementation(function (
      this: StatementSync,
      ...values
    ) {
      if (!turn) setImmediate(() => (turn = null))
      turn ??= { statements: 0, flushes: 0, milliseconds: 0 }
      const before = { ...process.threadCpuUsage(), flushes: cost.flushes }
      try {
        return Reflect.apply(originals[name], this, values) as never
      } finally {
        write(this.sourceSQL.trim(), values)
        const { user, system } = process.threadCpuUsage()
        turn.statements += 1
        turn.flushes += cost.flushes - before.flushes
        turn.milliseconds += (user + system - before.user - before.system) / 1000
        for (const name of ['statements', 'flushes', 'milliseconds'] as const) {
          longest[name] = Math.max(longest[name], turn[name])
        }
      }
    })
  }
  await using handle = await open(import.meta.filename)
  const files = Object.getPrototypeOf(handle)
  const { sync } = files
  vi.spyOn(files, 'sync').mockImplementation(function (this: unknown) {
    cost.flushes += 1
    return sync.call(this)
  })
  return { cost, longest, stop: () => vi.restoreAllMocks() }
}

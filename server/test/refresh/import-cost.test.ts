import { StatementSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import type { PlatformClient } from '../../src/platform/platform-client.ts'
import { refreshWorld } from './refresh-world.ts'

const pageSize = 50

/** A platform that lists so many posts, all like the newest one of the emulator, without media that can be downloaded. */
function listing(posts: number) {
  return (client: PlatformClient): PlatformClient => ({
    ...client,
    async *mediaPages(token, options) {
      const [template] = (await client.mediaPages(token, options).next()).value?.posts ?? []
      if (!template) throw new Error('The account has no posts.')
      for (let first = 0; first < posts; first += pageSize) {
        const page = Array.from({ length: pageSize }, (_, index) => ({
          ...structuredClone(template),
          id: String(17_900_000_000 + first + index),
          media_url: 'https://nowhere.example/picture.jpg',
        }))
        const complete = first + pageSize >= posts
        const next = complete ? null : { ids: [], cursor: String(first) }
        yield { posts: page, leftOut: [], next: next as never, complete, hasComments: false }
      }
    },
  })
}

/** What the first import of so many posts writes: statements, commits, and bytes of their parameters. */
async function costOf(posts: number) {
  const world = await refreshWorld({ platform: listing(posts) })
  const cost = { statements: 0, commits: 0, bytes: 0 }
  const originals = { all: StatementSync.prototype.all, run: StatementSync.prototype.run }
  for (const name of ['all', 'run'] as const) {
    vi.spyOn(StatementSync.prototype, name).mockImplementation(function (
      this: StatementSync,
      ...values
    ) {
      const text = this.sourceSQL.trim()
      // A claim is repeated while nothing is due.
      if (!/^(?:select|with due|begin|pragma)/.test(text)) {
        cost.statements += 1
        cost.commits += text === 'commit' ? 1 : 0
        cost.bytes += values
          .map((value) => String(value).length)
          .reduce((sum, length) => sum + length, 0)
      }
      return Reflect.apply(originals[name], this, values) as never
    })
  }
  try {
    const { apiKey } = await world.connect('just.a.name')
    await world.settle()
    expect((await world.read(apiKey)).body.status).toBe('ready')
    const { db } = world.database.tables
    const stored = await db.selectFrom('account').select('posts').executeTakeFirst()
    expect(stored?.posts).toBe(posts)
  } finally {
    vi.restoreAllMocks()
  }
  return cost
}

test('what a first import writes grows with its posts, and no faster', async () => {
  const costs = []
  for (const posts of [250, 1000, 4000]) costs.push(await costOf(posts))
  const [small, middle, large] = costs
  for (const name of ['statements', 'commits', 'bytes'] as const) {
    const growth = Number(large?.[name]) - Number(middle?.[name])
    const before = Number(middle?.[name]) - Number(small?.[name])
    // Three quarters of 4,000 posts are four times three quarters of 1,000.
    expect.soft([name, growth / before]).toEqual([name, expect.closeTo(4, 0)])
  }
})

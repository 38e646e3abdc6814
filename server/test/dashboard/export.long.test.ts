import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { openDataFolder } from '../../src/start/data-folder.ts'
import { startProcess } from '../support/commands.ts'
import { account, post } from '../support/feeds.ts'
import { saveFeed } from '../support/seed.ts'

const owner = { email: 'mara@harbour.example', password: 'a harbour at low tide' }
const posts = 3000
const comments = Array.from({ length: 50 }, (_, index) => ({
  ...{ id: `${index}`, text: 'x'.repeat(2000), like_count: 0 },
  timestamp: '2026-02-01T12:00:00+0000',
}))

test.each(['identity', 'gzip'])(
  'an archive of 300 MB is sent from less than 250 MB of memory, as %s',
  async (encoding) => {
    const folder = await tempFolder()
    const server = await startProcess('--data', folder)
    const { url } = server.ready
    const form = (body: Record<string, string>, headers = {}) => ({
      ...{ method: 'POST', redirect: 'manual' as const, body: new URLSearchParams(body) },
      headers: { Origin: url, ...headers },
    })
    const signedUp = await fetch(`${url}/sign-up`, form(owner))
    const cookie = signedUp.headers.getSetCookie().map((line) => line.split(';')[0])
    await store(folder)

    const headers = { Cookie: cookie.join('; '), 'Accept-Encoding': encoding }
    const startedAt = performance.now()
    const response = await fetch(`${url}/settings/export`, form({}, headers))
    expect(performance.now() - startedAt).toBeLessThan(1000)
    expect(response.headers.get('Content-Length')).toBeNull()
    let bytes = 0
    for await (const chunk of response.body ?? []) bytes += chunk.length
    expect(bytes).toBeGreaterThan(posts * 100_000)
    const [, peak] =
      /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? []
    expect(Number(peak) / 1024).toBeLessThan(250)
    await server.stop()
  },
)

async function store(folder: string): Promise<void> {
  await using data = await openDataFolder(folder, undefined)
  const { tables } = data.database
  let accountId = 0
  for (let start = 0; start < posts; start += 500) {
    const some = Array.from({ length: 500 }, (_, index) =>
      post(`17900000${start + index}`, start + index, { comments }),
    )
    accountId = (await saveFeed(data.database, account({ posts: some }))).accountId
  }
  const { id } = await tables.db.selectFrom('owner').select('id').executeTakeFirstOrThrow()
  await tables.db
    .insertInto('connection')
    .values({
      account_id: accountId,
      owner_id: id,
      state: 'ready',
      permissions: '',
      connected_at: 0,
    })
    .execute()
}

import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { openDataFolder } from '../../src/start/data-folder.ts'
import { startProcess } from '../support/commands.ts'
import { saveArchive } from '../support/largest-feed.ts'

const owner = { email: 'mara@harbour.example', password: 'a harbour at low tide' }

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
    {
      await using data = await openDataFolder(folder, undefined)
      await saveArchive(data.database)
    }

    const headers = { Cookie: cookie.join('; '), 'Accept-Encoding': encoding }
    const startedAt = performance.now()
    const response = await fetch(`${url}/settings/export`, form({}, headers))
    expect(performance.now() - startedAt).toBeLessThan(1000)
    expect(response.headers.get('Content-Length')).toBeNull()
    let bytes = 0
    for await (const chunk of response.body ?? []) bytes += chunk.length
    expect(bytes).toBeGreaterThan(300_000_000)
    expect(server.peakMegabytes()).toBeLessThan(250)
  },
)

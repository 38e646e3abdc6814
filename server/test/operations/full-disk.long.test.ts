import { execFileSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../../../testing/temp-folder.ts'
import { openDataFolder } from '../../src/data-folder.ts'
import { start } from '../support/commands.ts'
import { account, keys } from '../support/feeds.ts'

// Mounting needs root.
test.skipIf(process.getuid?.() !== 0)(
  'on a full disk feeds are served, the server is degraded, and room is enough to clear the fault',
  { timeout: 120_000 },
  async () => {
    const disk = await tempFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk])
    onTestFinished(() => void execFileSync('umount', [disk]))
    const data = join(disk, 'data')
    {
      await using folder = await openDataFolder(data, undefined)
      const { accountId } = await folder.database.feeds.save(account())
      await folder.database.keys.issue(accountId, keys.premium)
    }
    const server = await start('--data', data, '--admin-port', '0')
    const report = async () => (await fetch(`${server.adminUrl}/readyz`)).json()
    const feed = async () => (await fetch(`${server.url}/api/v1/me?api_key=${keys.premium}`)).status
    expect(await report()).toMatchObject({ status: 'ready' })

    const fill = join(disk, 'fill')
    await writeFile(fill, Buffer.alloc(4 * 1024 * 1024)).catch(() => {})
    const often = { timeout: 30_000, interval: 1000 }
    await expect
      .poll(report, often)
      .toMatchObject({ status: 'degraded', checks: { database: 'ok', writes: 'failing' } })
    expect(await feed()).toBe(200)
    expect(server.log()).toContain('database or disk is full')

    await rm(fill)
    await expect.poll(report, often).toMatchObject({ status: 'ready' })
    await server.stop()
  },
)

import { execFileSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { rootPrefix } from '../../../test-support/debian-packages.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { openDataFolder } from '../../src/start/data-folder.ts'
import { mara, noticeOf, Visitor } from '../dashboard/visitor.ts'
import { start } from '../support/commands.ts'
import { account, keys, post } from '../support/feeds.ts'
import { jpegOf } from '../support/pictures.ts'
import { putMedia } from '../support/s3.ts'
import { saveFeed } from '../support/seed.ts'

const root = rootPrefix()
const often = { timeout: 30_000, interval: 1000 }

/** Mounts a disk of three megabytes, and returns its folder. */
async function smallDisk(): Promise<string> {
  const disk = await tempFolder()
  asRoot('mount', '-t', 'tmpfs', '-o', 'size=3m,mode=777', 'tmpfs', disk)
  onTestFinished(() => asRoot('umount', disk))
  return disk
}

function asRoot(...command: string[]): void {
  const [program = '', ...args] = [...(root ?? []), ...command]
  execFileSync(program, args)
}

/** Fills a disk, and returns the function that makes room again. */
async function fill(disk: string): Promise<() => Promise<void>> {
  const file = join(disk, 'fill')
  await writeFile(file, Buffer.alloc(4 * 1024 * 1024)).catch(() => {})
  return () => rm(file)
}

/** Stores an account with a picture, and starts a server with it. */
async function served(data: string, media: string) {
  {
    const location = { media: { kind: 'folder', folder: media } } as const
    await using folder = await openDataFolder(data, undefined, location)
    const file = await putMedia(folder.media, await jpegOf('#aa0000'))
    const posts = [post('1', 1, { media: { file, platformUrl: 'https://platform.example/p.jpg' } })]
    const { accountId } = await saveFeed(folder.database, account({ posts }))
    await folder.database.keys.issue(accountId, keys.premium)
  }
  const server = await start('--data', data, '--media', media, '--admin-port', '0')
  return {
    ...server,
    report: async () => (await fetch(`${server.adminUrl}/readyz`)).json(),
    async read() {
      const feed = await fetch(`${server.url}/api/v1/me?api_key=${keys.premium}`)
      const { posts } = (await feed.json()) as { posts: { mediaUrl: string }[] }
      const picture = await fetch(posts[0]?.mediaUrl ?? '')
      return [feed.status, picture.status, (await picture.arrayBuffer()).byteLength > 0]
    },
  }
}

// Mounting needs root.
describe.skipIf(root === null)('a disk', () => {
  test('is full: feeds are served, the server is degraded, and room is enough to clear the fault', async () => {
    const disk = await smallDisk()
    const { report, read, log } = await served(join(disk, 'data'), await tempFolder())
    await expect.poll(report, often).toMatchObject({ status: 'ready' })
    const clear = await fill(disk)
    await expect
      .poll(report, often)
      .toMatchObject({ status: 'degraded', checks: { database: 'ok', writes: 'failing' } })
    expect(await read()).toEqual([200, 200, true])
    expect(log()).toContain('database or disk is full')
    await clear()
    await expect.poll(report, often).toMatchObject({ status: 'ready' })
  })

  test('is full: signing out says that it failed, and is done once there is room', async () => {
    const disk = await smallDisk()
    const server = await start('--data', join(disk, 'data'), '--media', await tempFolder())
    const visitor = new Visitor(server)
    await visitor.post('/sign-up', mara)
    const isSignedIn = async () => (await visitor.get('/accounts')).status === 200
    expect(await isSignedIn()).toBe(true)
    const clear = await fill(disk)
    const failed = await visitor.post('/sign-out')
    expect([failed.status, noticeOf(failed)]).toEqual([
      500,
      'The server could not end your session. You are still signed in.',
    ])
    expect(await isSignedIn()).toBe(true)
    await clear()
    expect((await visitor.post('/sign-out')).headers.get('Location')).toBe('/sign-in?after=out')
    expect(await isSignedIn()).toBe(false)
  })
})

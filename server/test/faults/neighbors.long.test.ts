import { cp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { StoredFile } from '@photofeed/core'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { type RunningEmulator, startEmulator } from '../../emulator/emulator.ts'
import { createPlatformClient } from '../../src/platform/platform-client.ts'
import { openDataFolder } from '../../src/start/data-folder.ts'
import {
  app,
  grantOf,
  pictureWidth,
  platformFlags,
  withComments,
} from '../platform/platform-world.ts'
import { startProcess } from '../support/commands.ts'
import { addOwner } from '../support/databases.ts'
import { account, keys, post } from '../support/feeds.ts'
import { saveArchive } from '../support/largest-feed.ts'
import { plainPicture, scanBomb } from '../support/media/pictures.ts'
import { newMediaId, saveAccount, saveFeed } from '../support/seed.ts'

const secret = 'a'.repeat(64)
const imports = 14
const owner = { email: 'mara@harbour.example', password: 'a harbour at low tide' }

test('an account is served in time beside hostile and first imports, an archive and large queries', async () => {
  // Four of the imports have pictures that take as long to decode as is accepted.
  const pictures = await tempFolder()
  await cp(fileURLToPath(new URL('../../../core/media/', import.meta.url)), pictures, {
    recursive: true,
  })
  const emulator = await startEmulator({
    ...{ accounts: [], pictureWidth, pictures: pathToFileURL(`${pictures}/`) },
  })
  onTestFinished(() => emulator.close())
  emulator.register({ ...app, redirectUris: [app.redirectUri] })
  for (let number = 1; number <= imports; number++) {
    const { userId } = emulator.users.add(number)
    for (let index = 0; index < (number <= 4 ? 12 : 150); index++) emulator.users.addPost(userId)
  }
  const hostile = await scanBomb(6000, 6900, 24)
  for (const stem of (await readdir(pictures)).filter((name) => Number(name) % 3 === 0)) {
    await writeFile(join(pictures, stem, `${pictureWidth}.jpg`), hostile)
  }
  const folder = await tempFolder()
  const server = await startProcess(
    ...['--data', folder, '--secret', secret],
    ...platformFlags(emulator),
  )
  const { url } = server.ready
  const statusOf = (path: string) => fetch(url + path).then((response) => response.status)
  const signedUp = await fetch(`${url}/sign-up`, {
    ...{ method: 'POST', redirect: 'manual', headers: { Origin: url } },
    body: new URLSearchParams(owner),
  })
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { pictureIds } = await prepare(folder, emulator)

  const archive = await fetch(`${url}/settings/export`, {
    ...{ method: 'POST', headers: { Origin: url, Cookie: cookie } },
  })
  let archived = 0
  const reading = (async () => {
    for await (const chunk of archive.body ?? []) archived += chunk.length
  })()
  const queries = Array.from({ length: 40 }, async (_, index) => {
    const query = `{a:me(first:100){posts{c${index}:caption}} b:me(first:100){posts{caption}}}`
    const response = await fetch(
      `${url}/graphql?api_key=${keys.free}&query=${encodeURIComponent(query)}`,
    )
    await response.arrayBuffer()
    return response.status
  })

  const times: number[] = []
  const resizes: number[] = []
  for (let round = 0; round < 40; round++) {
    const [width = 320, format = 'jpg'] = [
      [320, 768, 960, 1200][round % 4],
      round % 8 < 4 ? 'jpg' : 'webp',
    ]
    const startedAt = performance.now()
    // Varied, so that no page comes from the cache.
    expect(
      await statusOf(`/api/v1/me?api_key=${keys.premium}&page[size]=${1 + (round % 30)}`),
    ).toBe(200)
    times.push(performance.now() - startedAt)
    const resizing = performance.now()
    expect(await statusOf(`/media/${width}/${pictureIds[round >> 3]}.${format}`)).toBe(200)
    resizes.push(performance.now() - resizing)
    await setTimeout(100)
  }
  await reading
  const figures = {
    page: Math.round(Math.max(...times)),
    resize: Math.round(Math.max(...resizes)),
    memory: Math.round(server.peakMegabytes()),
    archived: Math.round(archived / 1e6),
    queries: new Set(await Promise.all(queries)),
  }
  console.log(figures)
  expect(await stateOfImports(folder)).toEqual({ areRunning: true, haveFiles: true })
  expect(figures.archived).toBeGreaterThan(300)
  expect(figures.page).toBeLessThan(500)
  expect(figures.resize).toBeLessThan(2000)
  expect(figures.memory).toBeLessThan(600)
})

/** Whether imports ran all the time. */
async function stateOfImports(folder: string) {
  await using data = await openDataFolder(folder, secret)
  const { db } = data.database.tables
  const running = await db.selectFrom('work').selectAll().where('lease_until', '>', 0).execute()
  const files = await db.selectFrom('media_file').select('id').limit(50).execute()
  return { areRunning: running.length > 0, haveFiles: files.length === 50 }
}

/** Stores an archive of 300 MB, an account with large pages, and one with pictures; then connects accounts that are imported. */
async function prepare(folder: string, emulator: RunningEmulator) {
  await using data = await openDataFolder(folder, secret)
  const { database, media } = data
  await saveArchive(database)
  const captions = Array.from({ length: 100 }, (_, index) =>
    post(`1780000${index}`, index, { caption: 'x'.repeat(6000) }),
  )
  await saveAccount(database, account({ platformId: '2', posts: captions, apiKey: keys.free }))

  const mediaId = newMediaId()
  const accountId = await saveAccount(database, { ...account({ platformId: '3' }), mediaId })
  const files: StoredFile[] = []
  for (const background of ['#123', '#456', '#789', '#abc', '#def']) {
    const picture = await plainPicture(1440, 1800, background).jpeg().toBuffer()
    files.push(await media.put({ accountId, mediaId }, [picture]))
  }
  const posts = Array.from({ length: 100 }, (_, index) => {
    const file = files[index % files.length] ?? null
    return post(`1770000${index}`, index, { media: { file, platformUrl: 'https://x.example' } })
  })
  await saveFeed(database, account({ platformId: '3', posts }))

  const client = createPlatformClient({ ...app, hosts: emulator.hosts }, { settings: withComments })
  for (const { profile } of emulator.users.list()) {
    const { username } = profile
    await addOwner(database, username, 'premium')
    await database.connections.connect(username, await grantOf({ client, emulator }, username))
  }
  return { pictureIds: files.map(({ id }) => id) }
}

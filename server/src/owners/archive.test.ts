import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { addOwner } from '../../test/support/owners.ts'
import { seedAccount, seededName } from '../../test/support/seed-account.ts'
import { openDataFolder } from '../start/data-folder.ts'
import { startSession } from '../stores/service/sessions.ts'
import { createArchive } from './archive.ts'

const email = 'mara@harbour.example'
/** Of a sign-in. */
const at = Date.UTC(2026, 2, 2)

test('everything of an owner is in the archive, without keys and tokens', async () => {
  const data = await tempFolder()
  const { apiKey } = await seedAccount('--data', data)
  await using opened = await openDataFolder(data, undefined)
  const { tables, connections } = opened.database
  const ownerId = await addOwner(opened.database, { email, plan: 'premium' })
  const { platform_id, profile: stored } = await tables.db
    .selectFrom('account')
    .select(['platform_id', 'profile'])
    .executeTakeFirstOrThrow()
  await connections.connect(ownerId, {
    ...{ platformId: platform_id, platformOwnerId: '99', profile: JSON.parse(stored) },
    ...{ token: 'the token of the platform', tokenExpiresAt: 1_000_000, permissions: ['basic'] },
  })
  const [card] = await opened.database.accounts.cards(ownerId)
  await opened.database.feeds.saveLook(card?.accountId ?? 0, {
    layout: 'list',
    'hidden-posts': '4',
  })
  await startSession(tables.db, ownerId, { id: 'hash', browser: 'hash', at })

  const parts = { data: opened.database, cdnUrl: 'https://feed.example/media', clock: () => at }
  let text = ''
  for await (const part of createArchive(parts)(ownerId)) text += part
  for (const secret of [apiKey, 'the token']) expect(text).not.toContain(secret)
  const { owner, accounts } = JSON.parse(text)
  expect(owner).toEqual({
    ...{ email, plan: 'premium', signedUpAt: '2026-03-01T00:00:00.000Z' },
    sessions: [{ signedInAt: '2026-03-02T00:00:00.000Z', endsAt: '2026-03-09T00:00:00.000Z' }],
    exportedAt: '2026-03-02T00:00:00.000Z',
  })
  expect(accounts).toHaveLength(1)
  const [{ account, posts }] = accounts
  expect(account).toMatchObject({
    ...{ platformOwnerId: '99', plan: 'premium', permissions: ['basic'] },
    profile: { username: seededName, followersCount: 1280 },
    feed: { id: card?.feedId, look: { layout: 'list', 'hidden-posts': '4' }, sites: [] },
  })
  expect(posts.map(({ id }: { id: string }) => id)).toEqual(['6', '5', '4', '3', '2', '1'])
  const [video, album, image, unstored] = posts
  expect(image).toEqual({
    ...{ id: '4', position: 4, caption: 'Post 4', altText: 'A sailing boat', mediaType: 'IMAGE' },
    ...{ media: video.thumbnail, thumbnail: null, children: [] },
    ...{ permalink: 'https://platform.example/p/4/', publishedAt: '2026-01-01T00:04:00.000Z' },
    ...{ likeCount: 3, commentsCount: 1 },
    comments: [
      { id: '61', text: 'That light!', timestamp: '2026-01-01T09:13:00+0000', like_count: 2 },
      { id: '62', timestamp: '2026-01-01T09:14:00+0000', like_count: 0 },
    ],
  })
  expect(album.children).toMatchObject([
    { id: '51', mediaType: 'IMAGE', media: album.media },
    { id: '52', mediaType: 'VIDEO', media: video.media, thumbnail: account.profile.picture },
  ])
  expect(video.media).toMatch(/^https:\/\/feed\.example\/media\/[\w-]+\/[\w-]+\.mp4$/)
  expect(unstored.media).toBe('https://media.platform.example/0c.jpg?oe=1')
})

test('two archives are written at the same time, one of each owner, and others after one of them', async () => {
  const data = await tempFolder()
  await using opened = await openDataFolder(data, undefined)
  const owners = await Promise.all(
    ['a', 'b', 'c'].map((name) => addOwner(opened.database, { email: `${name}@mail.example` })),
  )
  const archive = createArchive({ data: opened.database, cdnUrl: '', clock: () => at })
  const written: string[] = []
  const start = (owner: number) => {
    const chunks = archive(owners[owner] ?? '')[Symbol.asyncIterator]()
    const first = chunks.next().then(() => written.push('abc'.charAt(owner)))
    return { first, end: async () => void (await chunks.return?.()) }
  }
  const first = start(0)
  const again = start(0)
  const second = start(1)
  await Promise.all([first.first, second.first])
  const third = start(2)
  // Those that are written are not read to their end.
  await setTimeout(50)
  expect(written).toEqual(['a', 'b'])
  await second.end()
  await third.first
  await setTimeout(50)
  expect(written).toEqual(['a', 'b', 'c'])
  await first.end()
  await again.first
  await Promise.all([again.end(), third.end()])
})

import { readFile } from 'node:fs/promises'
import { startCommand } from '../../src/cli/start.ts'
import type { Settings } from '../../src/settings/settings.ts'
import { openDataFolder } from '../../src/start/data-folder.ts'
import { settingsOf } from './commands.ts'
import { account, album, child, post, unstored, video } from './feeds.ts'
import { jpegOf } from './media/pictures.ts'
import { newMediaId, saveFeed } from './seed.ts'

export const seededName = 'tideline.notes'

/** How many posts the account has, of each type. */
export const seededPosts = 6

const clip = new URL('../../../core/media/clip.mp4', import.meta.url)

/** Stores an account with posts, media and a key where the arguments of `start` say. */
export async function seedAccount(...args: string[]) {
  const settings = settingsOf<Settings>(startCommand, args)
  await using data = await openDataFolder(settings.data, settings.secret, settings)
  await data.media.check()
  const { profile, ...feed } = account()
  const mediaId = newMediaId()
  const { accountId } = await saveFeed(data.database, { ...feed, mediaId, profile, posts: [] })
  const stored = async (content: Uint8Array, url: string) => ({
    file: await data.media.put({ accountId, mediaId }, [content]),
    platformUrl: `https://media.platform.example/${url}`,
  })
  const red = await stored(await jpegOf('#a11'), 'red.jpg')
  const green = await stored(await jpegOf('#1a1'), 'green.jpg')
  const blue = await stored(await jpegOf('#11a'), 'blue.jpg')
  const film = await stored(await readFile(clip), 'clip.mp4')
  const children = [
    child('51', { media: green }),
    child('52', { mediaType: 'VIDEO', media: film, thumbnail: blue }),
  ]
  const comments = [
    { id: '61', text: 'That light!', timestamp: '2026-01-01T09:13:00+0000', like_count: 2 },
    { id: '62', timestamp: '2026-01-01T09:14:00+0000', like_count: 0 },
  ]
  await saveFeed(data.database, {
    ...feed,
    profile: { ...profile, username: seededName, picture: blue },
    posts: [
      video('6', 6, { media: film, thumbnail: red }),
      album('5', 5, children, { media: green, caption: null }),
      post('4', 4, { media: red, altText: 'A sailing boat', comments }),
      post('3', 3, { media: unstored('0c', 'jpg'), likeCount: null }),
      post('2', 2, { media: blue }),
      // The platform withholds the video.
      video('1', 1, { media: red, thumbnail: red }),
    ],
  })
  const apiKey = await data.database.keys.issue(accountId)
  return { accountId, apiKey }
}

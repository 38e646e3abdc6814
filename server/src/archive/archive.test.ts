import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserError } from '@photofeed/core/node'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { readResponses } from './archive.ts'

const archive = fileURLToPath(new URL('../../test/support/archive', import.meta.url))
const profile = join(archive, 'profile.json')
const page1 = join(archive, 'page-1.json')
const page2 = join(archive, 'page-2.json')

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(await tempFolder(), name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  return path
}

async function problem(files: string[], username?: string): Promise<string> {
  const error = await readResponses(files, username).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(UserError)
  return (error as UserError).message
}

test('recognizes files by their shape, and reads the first of two copies of a post', async () => {
  const responses = await readResponses([page1, profile, page2], 'tideline.notes')
  expect(responses.profile).toMatchObject({
    folder: archive,
    value: { user_id: '17841400008460056' },
  })
  expect(responses.posts.map(({ value }) => value.id.slice(-1))).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
  ])
  expect(responses.posts[3]?.value.caption).toBe('The song was not ours')
  expect(responses.posts.every(({ folder }) => folder === archive)).toBe(true)
})

test('the same profile twice is one; a byte order mark and an empty page do no harm', async () => {
  const again = await file('me.json', '\ufeff{"user_id": "17841400008460056", "username": "x"}')
  const empty = await file('empty.json', '{"data": []}')
  const responses = await readResponses([profile, again, empty])
  expect(responses.profile.value.username).toBe('tideline.notes')
  expect(responses.posts).toEqual([])
})

test('a page whose posts name their owner is no profile', async () => {
  const post = {
    id: '1',
    username: 'tideline.notes',
    media_type: 'IMAGE',
    permalink: 'https://photos.example/p/a/',
    timestamp: '2024-10-29T13:53:38+0000',
  }
  const page = await file('page.json', JSON.stringify({ data: [post] }))
  expect((await readResponses([profile, page])).posts).toHaveLength(1)
})

const post = {
  id: '1',
  media_type: 'IMAGE',
  permalink: 'https://photos.example/p/a/',
  timestamp: '2024-10-29T13:53:38+0000',
}

test.each([
  ['flat', (profile: object) => profile],
  ['wrapped', (profile: object) => ({ data: [profile] })],
])('a profile with its media is both, %s', async (_, form) => {
  const media = { data: [post, { ...post, id: '2' }], paging: { cursors: { after: 'x' } } }
  const me = await file('me.json', JSON.stringify(form({ id: '7', username: 'harbour', media })))
  const more = await file('more.json', JSON.stringify({ data: [{ ...post, id: '3' }] }))
  const responses = await readResponses([me, more])
  expect(responses.profile.value.user_id).toBe('7')
  expect(responses.posts.map(({ value }) => value.id)).toEqual(['1', '2', '3'])
})

test('media without the profile around them are a page; errors name their place', async () => {
  const media = await file('media.json', JSON.stringify({ id: '7', media: { data: [post] } }))
  expect((await readResponses([profile, media])).posts).toHaveLength(1)
  const broken = await file('broken.json', JSON.stringify({ id: '7', media: { data: [{}] } }))
  expect(await problem([profile, broken])).toBe(
    `${broken}: media.data[0].id: expected an id in quotation marks, got nothing`,
  )
  const list = await file('list.json', JSON.stringify({ id: '7', username: 'a', media: [post] }))
  expect(await problem([list])).toBe(`${list}: media: expected an object, got a list`)
})

test('rows with a username and without media_type are posts that lack it, not profiles', async () => {
  const rows = [1, 2].map((id) => ({ id: `${id}`, username: 'harbour', media_url: 'https://x/' }))
  for (const data of [rows, rows.slice(0, 1)]) {
    const page = await file('page.json', JSON.stringify({ data }))
    expect(await problem([profile, page])).toBe(
      `${page}: data[0].media_type: expected one of IMAGE, VIDEO, CAROUSEL_ALBUM, got nothing`,
    )
  }
})

test('items of an album that have an id only are named', async () => {
  const children = { data: [{ id: '11', media_type: 'IMAGE' }, { id: '12' }, { id: '13' }] }
  const album = { ...post, id: '2', media_type: 'CAROUSEL_ALBUM', children }
  const page = await file('page.json', JSON.stringify({ data: [post, album] }))
  expect(await problem([profile, page])).toBe(
    `${page}: data[1].children.data[1].media_type: expected IMAGE or VIDEO, got nothing. Fetch the page again with children{id,media_type,media_url,thumbnail_url,permalink,timestamp}`,
  )
})

test('a last page that names another one is not the last', async () => {
  const paging = { cursors: { after: 'x' }, next: 'https://graph.photos.example/?access_token=IG' }
  const page = await file('page.json', JSON.stringify({ data: [post], paging }))
  expect((await readResponses([profile, page])).hasMore).toBe(true)
  expect((await readResponses([profile, page, page2])).hasMore).toBe(false)
})

test('no files', async () => {
  expect(await problem([])).toBe(
    'no files: name the JSON file of the profile and those of the media pages, newest posts first',
  )
})

test('no profile', async () => {
  expect(await problem([page1])).toBe('no profile: add the JSON file of the profile to the files')
})

test('two profiles', async () => {
  const other = await file('other.json', '{"user_id": "2", "username": "someone.else"}')
  expect(await problem([profile, other])).toBe(
    `${profile} and ${other}: two different profiles, tideline.notes (17841400008460056) and someone.else (2): import one account at a time`,
  )
})

test('another username', async () => {
  expect(await problem([profile, page1], 'someone.else')).toBe(
    `${profile}: the profile of tideline.notes, not of someone.else: check the username and the files`,
  )
})

test('not JSON', async () => {
  const broken = await file('page-2.json', '{\n  "data": [\n    {"id": "1"},\n    {"id": oops}\n]}')
  expect(await problem([profile, broken])).toBe(`${broken}: not JSON (line 4, column 12)`)
})

test('JSON of another kind', async () => {
  const list = await file('list.json', '[]')
  expect(await problem([list])).toBe(
    `${list}: neither a profile (an object with "username") nor a media page (one with "data")`,
  )
})

test('an error of the platform, of which nothing is repeated', async () => {
  const error = { message: 'Invalid token IGsecret', type: 'OAuthException', code: 190 }
  const response = await file('error.json', JSON.stringify({ error }))
  expect(await problem([response])).toBe(
    `${response}: the platform responded with an error instead of data: fetch this file again`,
  )
})

test('a mistake inside', async () => {
  const page = await file('page.json', '{"data": [{"id": "1"}]}')
  expect(await problem([profile, page])).toBe(
    `${page}: data[0].media_type: expected one of IMAGE, VIDEO, CAROUSEL_ALBUM, got nothing`,
  )
})

test('files that cannot be read', async () => {
  const latin1 = await file('latin1.json', Buffer.from([0x22, 0xe9, 0x22]))
  const large = await file('large.json', '')
  await truncate(large, 32 * 1024 * 1024 + 1)
  expect(await problem([join(archive, 'lost.json')])).toBe(
    `${join(archive, 'lost.json')}: no such file`,
  )
  expect(await problem([archive])).toBe(`${archive}: not a file`)
  expect(await problem([latin1])).toBe(`${latin1}: not UTF-8 text`)
  expect(await problem([large])).toBe(`${large}: larger than 32 MiB`)
})

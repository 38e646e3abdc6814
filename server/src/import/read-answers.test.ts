import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { tempFolder } from '../../../testing/temp-folder.ts'
import { ImportError } from './import-error.ts'
import { readAnswers } from './read-answers.ts'

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
  const error = await readAnswers(files, username).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ImportError)
  return (error as ImportError).message
}

test('tells files apart by their shape, and of a post listed twice keeps the first', async () => {
  const answers = await readAnswers([page1, profile, page2], 'tideline.notes')
  expect(answers.profile).toMatchObject({
    folder: archive,
    value: { user_id: '17841400008460056' },
  })
  expect(answers.posts.map(({ value }) => value.id.slice(-1))).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
  ])
  expect(answers.posts[3]?.value.caption).toBe('The song was not ours')
  expect(answers.posts.every(({ folder }) => folder === archive)).toBe(true)
})

test('the same profile twice is one; a byte order mark and an empty page do no harm', async () => {
  const again = await file('me.json', '\ufeff{"user_id": "17841400008460056", "username": "x"}')
  const empty = await file('empty.json', '{"data": []}')
  const answers = await readAnswers([profile, again, empty])
  expect(answers.profile.value.username).toBe('tideline.notes')
  expect(answers.posts).toEqual([])
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
  expect((await readAnswers([profile, page])).posts).toHaveLength(1)
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
    `${profile} and ${other}: two different profiles, tideline.notes and someone.else: import one account at a time`,
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
  const answer = await file('error.json', JSON.stringify({ error }))
  expect(await problem([answer])).toBe(
    `${answer}: the platform answered with an error instead of data: fetch this file again`,
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

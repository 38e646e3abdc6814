import { UserError } from '@photofeed/core/node'
import { describe, expect, test } from 'vitest'
import type { PlatformPost } from '../platform/platform-schema.ts'
import { readMediaPage, readProfile } from './archive.ts'

const post = {
  id: '18023456789012341',
  media_type: 'IMAGE',
  permalink: 'https://photos.example/p/a/',
  timestamp: '2024-10-29T13:53:38+0000',
}

function problem(change: object): string {
  return sentence(() => readMediaPage({ data: [post, { ...post, ...change }] }, 'page.json'))
}

function sentence(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    expect(error).toBeInstanceOf(UserError)
    return (error as UserError).message
  }
  throw new Error('Nothing was rejected')
}

describe('a post', () => {
  test('what is missing or null is null, or an empty list', () => {
    const read = {
      id: '18023456789012341',
      caption: null,
      alt_text: null,
      media_type: 'IMAGE',
      media_url: null,
      thumbnail_url: null,
      permalink: 'https://photos.example/p/a/',
      timestamp: Date.UTC(2024, 9, 29, 13, 53, 38),
      like_count: null,
      comments_count: null,
      children: [],
      comments: [],
    } satisfies PlatformPost
    const nulls = { caption: null, media_url: '', like_count: null, children: null, comments: {} }
    expect(readMediaPage({ data: [post] }, 'x')).toEqual([read])
    expect(readMediaPage({ data: [{ ...post, ...nulls }] }, 'x')).toEqual([read])
  })

  test.each(['+0000', '+00:00', 'Z', '.000Z', '.000+0000'])(
    'a time may end with %s, and comments keep the form of the contract',
    (end) => {
      const timestamp = `2024-10-29T13:53:38${end}`
      const comments = { data: [{ id: '5', timestamp }] }
      const [read] = readMediaPage({ data: [{ ...post, timestamp, comments }] }, 'x')
      expect(read?.timestamp).toBe(Date.UTC(2024, 9, 29, 13, 53, 38))
      expect(read?.comments[0]?.timestamp).toBe('2024-10-29T13:53:38+0000')
    },
  )

  test('unknown keys are dropped', () => {
    const [read] = readMediaPage(
      { data: [{ ...post, owner: { id: '1' } }], paging: { next: 'https://x/?access_token=t' } },
      'x',
    )
    expect(Object.keys(read ?? {})).not.toContain('owner')
  })

  test('a small number is an id as well, a large one has lost its digits', () => {
    expect(readMediaPage({ data: [{ ...post, id: 42 }] }, 'x')[0]?.id).toBe('42')
    expect(problem(JSON.parse('{"id": 18023456789012341}'))).toBe(
      'page.json: data[1].id: expected an id in quotation marks, since a JSON number above 2^53 loses digits, got 18023456789012340',
    )
  })

  test.each([
    [
      { timestamp: 'yesterday' },
      'data[1].timestamp: expected a time like 2024-10-29T13:53:38+0000, got "yesterday"',
    ],
    [
      { timestamp: '2024-02-30T13:53:38+0000' },
      'data[1].timestamp: expected a time like 2024-10-29T13:53:38+0000, got "2024-02-30T13:53:38+0000"',
    ],
    [{ id: undefined }, 'data[1].id: expected an id in quotation marks, got nothing'],
    [{ id: '../1' }, 'data[1].id: expected an id of digits, got "../1"'],
    [
      { media_type: 'STORY' },
      'data[1].media_type: expected one of IMAGE, VIDEO, CAROUSEL_ALBUM, got "STORY"',
    ],
    [{ caption: ['a'] }, 'data[1].caption: expected text, got a list'],
    [{ like_count: 1.5 }, 'data[1].like_count: expected a whole number, got 1.5'],
    [{ like_count: -1 }, 'data[1].like_count: expected a number that is not negative, got -1'],
    [{ permalink: null }, 'data[1].permalink: expected a web address, got null'],
    [
      { permalink: 'javascript:alert(1)' },
      'data[1].permalink: expected a web address, got "javascript:alert(1)"',
    ],
    [
      { permalink: '/p/?access_token=IGtoken' },
      'data[1].permalink: expected a web address, got "/p/?…"',
    ],
    [
      { timestamp: '2024-10-29T13:53:38+02:00' },
      'data[1].timestamp: expected a time like 2024-10-29T13:53:38+0000, got "2024-10-29T13:53:38+02:00"',
    ],
    [{ children: [] }, 'data[1].children: expected an object, got a list'],
    [
      { children: { data: [{ id: '1', media_type: 'CAROUSEL_ALBUM' }] } },
      'data[1].children.data[0].media_type: expected IMAGE or VIDEO, got "CAROUSEL_ALBUM"',
    ],
    [
      { comments: { data: [{ id: '1', timestamp: 'x'.repeat(99) }] } },
      `data[1].comments.data[0].timestamp: expected a time like 2024-10-29T13:53:38+0000, got "${'x'.repeat(60)}…"`,
    ],
  ])('%j', (change, message) => {
    expect(problem(change)).toBe(`page.json: ${message}`)
  })

  test('has to be an object in a list', () => {
    expect(sentence(() => readMediaPage({ data: [post, 7] }, 'p'))).toBe(
      'p: data[1]: expected an object, got 7',
    )
    expect(sentence(() => readMediaPage({ data: {} }, 'p'))).toBe(
      'p: data: expected a list, got an object',
    )
  })
})

describe('a profile', () => {
  const read = {
    user_id: '17841400008460056',
    username: 'tideline.notes',
    name: null,
    biography: null,
    website: null,
    profile_picture_url: null,
    followers_count: null,
    follows_count: null,
    media_count: null,
  }

  test('comes flat or wrapped, with user_id or only id', () => {
    const both = { user_id: '17841400008460056', id: '2496', username: 'tideline.notes' }
    const only = { id: '17841400008460056', username: 'tideline.notes' }
    for (const profile of [both, only]) {
      expect(readProfile(profile, 'x')).toEqual(read)
      expect(readProfile({ data: [profile] }, 'x')).toEqual(read)
    }
  })

  test.each([
    [{ username: 'a' }, 'user_id: expected an id in quotation marks, got nothing'],
    [
      { data: [{ username: 'a' }] },
      'data[0].user_id: expected an id in quotation marks, got nothing',
    ],
    [{ id: '1', username: 'a b' }, 'username: expected a username, got "a b"'],
    [{ id: '1', username: null }, 'username: expected a username, got null'],
    [7, 'expected an object, got 7'],
  ])('%j', (json, message) => {
    expect(sentence(() => readProfile(json, 'profile.json'))).toBe(`profile.json: ${message}`)
  })
})

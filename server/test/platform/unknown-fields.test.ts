import { expect, test } from 'vitest'
import type { Report } from '../../src/log.ts'
import { createPlatformClient } from '../../src/platform/platform-client.ts'
import type { PlatformPost } from '../../src/platform/platform-schema.ts'
import { app, connect, platformWorld } from './platform-world.ts'

const permissions = ['instagram_business_basic', 'instagram_business_manage_comments']

async function fieldsWorld() {
  const reported: (readonly string[])[] = []
  const report: Report = (_, details) => 'fields' in details && reported.push(details.fields)
  const world = await platformWorld({ report })
  const { token } = await connect(world, 'tideline.notes')
  const { userId } = world.emulator.users.get('tideline.notes')
  world.urls.length = 0
  return {
    ...world,
    ...{ token, userId, reported },
    /** Returns how many requests a function sends, and its result. */
    async count<Result>(run: () => Promise<Result>) {
      const before = world.requests.length
      const result = await run()
      return { sent: world.requests.length - before, result }
    },
    async list() {
      const { value } = await world.client.mediaPages(token, { permissions }).next()
      return value?.posts ?? []
    },
  }
}

test('fields of profiles that the platform does not know are left out, and reported once a day', async () => {
  const world = await fieldsWorld()
  const { client, emulator, token, userId, reported, count } = world
  const whole = await client.profile(token)
  expect(whole.biography).not.toBeNull()
  emulator.faults.set(userId, 'unknown-profile-fields')
  const reduced = { ...whole, biography: null, website: null }
  const withoutSignature = { profile_picture_url: expect.any(String) }
  expect(await count(() => client.profile(token))).toEqual({
    sent: 3,
    result: { ...reduced, ...withoutSignature },
  })
  expect(reported).toEqual([['profile.biography'], ['profile.website']])
  expect((await client.profile(token)).biography).toBeNull()
  emulator.faults.clear(userId)
  expect((await client.profile(token)).biography).toBe(whole.biography)
  expect(reported.length).toBe(2)
})

test('fields of posts that the platform does not know cost nothing but their values', async () => {
  const { emulator, userId, reported, count, list } = await fieldsWorld()
  const whole = await list()
  emulator.faults.set(userId, 'unknown-post-fields')
  const { sent, result } = await count(list)
  expect(sent).toBe(5)
  expect(result).toEqual(
    whole.map((post) => ({ ...post, alt_text: null, like_count: null })).map(withoutItemDetails),
  )
  expect(reported).toEqual([
    ['post.alt_text'],
    ['post.like_count', 'comments.like_count'],
    ['children.permalink'],
    ['children.timestamp'],
  ])
})

function withoutItemDetails(post: PlatformPost) {
  const items = post.children?.items.map((item) => ({ ...item, permalink: null, timestamp: null }))
  const comments = post.comments?.items.map((comment) => ({ ...comment, like_count: null }))
  return {
    ...post,
    media_url: post.media_url,
    children: { items, nameless: 0 },
    comments: { items: comments, nameless: 0 },
  }
}

/** A platform that rejects each request that selects a field, and does not name it. */
function rejectingClient(unknown: string, saying: string) {
  const requested: string[] = []
  const client = createPlatformClient(app, {
    async fetch(input) {
      const fields = new URL(String(input)).searchParams.get('fields') ?? ''
      requested.push(fields)
      if (!fields.split(',').includes(unknown)) {
        return Response.json({ user_id: '1', username: 'a' })
      }
      return Response.json({ error: { code: 100, message: saying } }, { status: 400 })
    },
  })
  return { client, requested }
}

test('an unknown field without a name leaves the fields that a feed cannot do without', async () => {
  const { client, requested } = rejectingClient('website', '(#100) A nonexistent field')
  expect(await client.profile('IGAAtoken')).toMatchObject({ username: 'a', website: null })
  expect(requested.at(-1)).toBe('user_id,username')
})

test('an unknown field that a feed cannot do without is an error', async () => {
  const saying = '(#100) Tried accessing nonexisting field (user_id)'
  const { client, requested } = rejectingClient('user_id', saying)
  await expect(client.profile('IGAAtoken')).rejects.toMatchObject({
    ...{ kind: 'malformed', problem: 'unknown-field' },
    message: `profile: The photo platform does not know a field that was requested. (HTTP 400, error 100, ${saying})`,
  })
  expect(requested.length).toBe(2)
})

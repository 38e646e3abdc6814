import { expect, test } from 'vitest'
import { createLog, createReport } from '../../src/log.ts'
import { hour } from '../platform/platform-world.ts'
import { textSink } from '../support/commands.ts'
import { refreshWorld } from './refresh-world.ts'

test('comments that the platform does not list stay, unless it counts none', async () => {
  const { connect, pass, settle, read, emulator } = await refreshWorld()
  const { apiKey, userId } = await connect('tideline.notes')
  await settle()
  const comments = async () =>
    (await read(apiKey, '&include[]=comments')).body.posts.map((post) => post.comments ?? [])
  const before = await comments()
  const index = before.findIndex((list) => list.length > 0)
  emulator.faults.set(userId, 'empty-comments')
  await pass(hour)
  expect(await comments()).toEqual(before)
  const { id } = emulator.users.get(userId).posts[index] ?? {}
  emulator.users.changePost(userId, id ?? '', { commentsCount: 0 })
  await pass(hour)
  expect(await comments()).toEqual(before.with(index, []))
})

test('media on an unexpected host are reported with the reason, and served from there', async () => {
  const { connect, settle, read, emulator, reports } = await refreshWorld()
  emulator.faults.set(emulator.users.get('just.a.name').userId, 'other-media-host')
  const { apiKey, accountId } = await connect('just.a.name')
  await settle()
  expect((await read(apiKey)).body.posts[0]?.mediaUrl).toContain('https://media.example.net/')
  expect(reports).toContainEqual([
    'downloadedMedia',
    {
      ...{ accountId, stored: expect.any(Number) },
      notStored: [{ reason: 'a host that is not allowed', count: 9 }],
    },
  ])
})

test('unknown fields are an error in the log that says what to do', () => {
  const sink = textSink()
  createReport(createLog({}, sink))('unknownFields', { fields: ['post.alt_text'] })
  expect(JSON.parse(sink.text())).toMatchObject({
    level: 50,
    fields: ['post.alt_text'],
    msg: expect.stringContaining('photofeed-server platform check'),
  })
})

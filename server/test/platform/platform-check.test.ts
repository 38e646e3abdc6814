import { expect, test } from 'vitest'
import { launch } from '../../../test-support/processes.ts'
import type { EmulatedFaultName } from '../../emulator/faults.ts'
import { bin, command } from '../support/commands.ts'
import { connect, platformWorld } from './platform-world.ts'

async function checkWorld(username = 'tideline.notes', change: { scope?: string[] } = {}) {
  const world = await platformWorld()
  const { token } = await connect(world, username, change)
  const { userId } = world.emulator.users.get(username)
  const { emulator } = world
  const flags = ['--platform-url', emulator.url, '--media-origins', emulator.url]
  const check = (...args: string[]) => command('platform', 'check', ...flags, ...args)
  return { emulator, token, userId, flags, check }
}

test('a platform that responds as expected', async () => {
  const { token, check } = await checkWorld()
  const { code, stdout, stderr } = await check('--token', token)
  expect(stdout).toMatchInlineSnapshot(`
    "ok          profile   The profile can be read.
    ok          posts     Posts: 48.
    ok          comments  Comments are listed for 14 of 15 posts with comments.
    ok          media     130 files, all of allowed hosts.
    "
  `)
  expect([code, stderr]).toEqual([0, ''])
})

test('with --json', async () => {
  const { token, check } = await checkWorld('quiet.lens', { scope: [] })
  const { code, stdout } = await check('--token', token, '--json')
  expect(JSON.parse(stdout)).toContainEqual({
    ...{ check: 'comments', level: 'warning' },
    sentence:
      'Comments are listed for 0 of 0 posts with comments. Has the token the permission, and the app Advanced Access to it?',
  })
  expect(code).toBe(0)
})

const rows: [EmulatedFaultName, check: string, level: string, part: string][] = [
  ['token-expired', 'error', 'broken', 'no longer accepts the access that you gave: it has run'],
  ['turned-personal', 'error', 'broken', 'turned into a personal account'],
  ['unknown-profile-fields', 'fields', 'warning', 'profile.biography, profile.website'],
  ['unknown-post-fields', 'fields', 'warning', 'post.alt_text, post.like_count'],
  [
    'empty-comments',
    'comments',
    'warning',
    'for 0 of 15 posts with comments. Has the token the permission',
  ],
  ['comments-withdrawn', 'comments', 'warning', 'Has the token the permission'],
  ['other-media-host', 'media', 'broken', 'media.example.net (a host that is not allowed)'],
  ['malformed-post', 'posts', 'broken', 'Posts have fields that cannot be read: timestamp.'],
  [
    'next-without-cursor',
    'posts',
    'broken',
    'More posts follow, and the platform does not say where.',
  ],
  ['heavy-posts', 'posts', 'ok', 'Posts: 1.'],
  ['too-heavy-posts', 'error', 'broken', 'cannot send this much data'],
  ['not-json', 'error', 'broken', 'could not be read'],
]

test.each(rows)('%s', async (fault, name, level, part) => {
  const { token, check, emulator, userId } = await checkWorld('hundred.hills')
  const world = fault.includes('comments') ? await checkWorld() : { token, check, emulator, userId }
  world.emulator.faults.set(world.userId, fault)
  world.emulator.settings.leaks = true
  const { code, stdout, stderr } = await world.check('--token', world.token, '--json')
  const found = JSON.parse(stdout) as { check: string; level: string; sentence: string }[]
  const finding = found.find(({ check }) => check === name)
  expect(finding).toMatchObject({ level, sentence: expect.stringContaining(part) })
  expect(code).toBe(level === 'broken' ? 1 : 0)
  expect(stdout + stderr).not.toContain(world.token.slice(0, 20))
  expect(stdout).not.toMatch(/https?:|1785\d{8}|hundred|tideline/)
})

test('a token of the wrong login, none, and one on standard input', async () => {
  const { token, flags, check } = await checkWorld()
  expect(await check('--token', 'EAAB')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Generate a token “with Instagram login”.'),
  })
  expect(await check('--token', ' ')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no token.'),
  })
  const piped = await launch(process.execPath, [bin, 'platform', 'check', ...flags], {
    input: `${token}\n`,
  }).ended
  expect(piped).toMatchObject({ code: 0, stdout: expect.stringContaining('ok          profile') })
})

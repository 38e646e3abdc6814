import { describe, expect, test } from 'vitest'
import { day, hour } from '../platform/platform-world.ts'
import { filesIn } from '../support/media/media-files.ts'
import { callbackWorld } from './callback-world.ts'

const username = 'just.a.name'
const removed = 'This service was removed in the settings of the photo platform.'

describe('an owner removes the app', () => {
  test('the stored posts are still served, and the owner is notified once', async () => {
    const world = await callbackWorld()
    const { accountId, apiKey } = await world.connect(username)
    await world.settle()
    const before = await world.read(apiKey)
    expect(await world.onPlatform(username, 'removal')).toBe(
      'The connection is broken, and the owner is notified. Stored posts are served until their deletion is requested.\n',
    )
    await world.onPlatform(username, 'removal')
    await world.settle()
    const after = await world.read(apiKey)
    expect(after.status).toBe(200)
    expect(after.body.posts).toEqual(before.body.posts)
    expect(after.body.posts.length).toBeGreaterThan(0)
    expect(await world.database.connections.find(accountId)).toMatchObject({
      state: 'invalid_token',
    })
    expect(world.mails.map((mail) => [mail.kind, mail.accountId, mail.payload])).toEqual([
      ['broken_connection_mail', accountId, { reason: removed }],
    ])
  })

  test('a request that was signed before the owner connected again changes nothing', async () => {
    const { connect, reconnect, send, database, emulator, time } = await callbackWorld()
    const { accountId, owner } = await connect(username)
    const { appScopedId } = emulator.users.get(username)
    const signedAt = time.now
    time.now += hour
    await reconnect(owner, accountId, username)
    expect((await send('deauthorize', appScopedId, signedAt)).text).toContain('nothing to do')
    expect(await database.connections.find(accountId)).toMatchObject({ brokenReason: null })
  })
})

describe('an owner requests deletion', () => {
  test('everything is deleted, and a page shows the progress', async () => {
    const world = await callbackWorld()
    const { accountId, apiKey } = await world.connect(username)
    await world.settle()
    const response = JSON.parse(await world.onPlatform(username, 'deletion'))
    expect(response).toEqual({
      url: `${world.url}/platform/deletions/${response.confirmation_code}`,
      confirmation_code: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect((await world.read(apiKey)).status).toBe(401)
    await world.settle()
    expect(await world.database.connections.find(accountId)).toBeNull()
    expect(await filesIn(world.folder)).toEqual([])
    // An upload that began before may end until then.
    expect(await world.page(response.url)).toEqual([200, 'The deletion is running'])
    world.time.now += hour
    await world.settle()
    expect(await world.page(response.url)).toEqual([200, 'The deletion is done'])
    expect(world.mails.map(({ kind }) => kind)).toEqual(['notice_mail'])
  })

  test('again, or for an unknown user, succeeds too', async () => {
    const { connect, settle, send, page, emulator } = await callbackWorld()
    await connect(username)
    const { appScopedId } = emulator.users.get(username)
    await send('delete-data', appScopedId)
    await settle()
    for (const id of [appScopedId, '92840000000000000']) {
      const { status, text } = await send('delete-data', id)
      expect(status).toBe(200)
      expect(await page(JSON.parse(text).url)).toEqual([200, 'Nothing is stored about you'])
      expect((await send('deauthorize', id)).text).toBe(
        'This owner has no connected account, so there was nothing to do.\n',
      )
    }
  })

  test('a repeated request after the owner connected again deletes nothing', async () => {
    const { connect, settle, send, read, emulator, time } = await callbackWorld()
    await connect(username)
    const { appScopedId } = emulator.users.get(username)
    const signedAt = time.now
    await send('delete-data', appScopedId, signedAt)
    await settle()
    time.now += hour
    const { apiKey } = await connect(username)
    await send('delete-data', appScopedId, signedAt)
    expect((await read(apiKey)).status).toBe(200)
  })

  test('an account that was connected while the clock was ahead is not passed over', async () => {
    for (const path of ['deauthorize', 'delete-data']) {
      const { connect, settle, send, database, emulator, time } = await callbackWorld()
      time.now += 70 * day
      const { accountId } = await connect(username)
      await settle()
      time.now -= 70 * day
      const { text } = await send(path, emulator.users.get(username).appScopedId)
      expect(text).not.toContain('nothing to do')
      await settle()
      if (path === 'delete-data') {
        expect(await database.connections.find(accountId)).toBeNull()
      }
    }
  })

  test('a code that was never given is not found', async () => {
    const { url, page } = await callbackWorld()
    for (const code of ['0'.repeat(32), 'x', '%00', '<script>']) {
      expect(await page(`${url}/platform/deletions/${encodeURIComponent(code)}`)).toEqual([
        404,
        'Deletion not found',
      ])
    }
  })
})

describe.each(['deauthorize', 'delete-data'])('%s rejects', (path) => {
  test('a request that the platform did not sign', async () => {
    const { connect, post, database, errors } = await callbackWorld()
    const { accountId } = await connect(username)
    const json = { headers: { 'Content-Type': 'application/json' } }
    for (const [body, init] of [
      [new URLSearchParams(), {}],
      [new URLSearchParams({ signed_request: 'a.b' }), {}],
      [new URLSearchParams({ signed_request: `${'A'.repeat(43)}.e30` }), {}],
      ['{"signed_request":"a.b"}', json],
      ['', {}],
    ] as const) {
      const { status, text, headers } = await post(path, body, init)
      expect([status, text]).toEqual([400, expect.stringContaining('is not signed')])
      expect(headers.getSetCookie()).toEqual([])
    }
    expect(await database.connections.find(accountId)).toMatchObject({ brokenReason: null })
    expect(errors).toEqual([])
  })

  test('a request that was signed more than a day ago, or in the future', async () => {
    const { connect, send, database, emulator, time } = await callbackWorld()
    const { accountId, owner } = await connect(username)
    const { appScopedId } = emulator.users.get(username)
    for (const at of [time.now - day - 1000, time.now + day + 1000]) {
      const { status, text } = await send(path, appScopedId, at)
      expect([status, text]).toEqual([400, expect.stringContaining('more than a day from now')])
    }
    expect((await database.connections.ofOwner(owner)).map((found) => found.accountId)).toEqual([
      accountId,
    ])
  })

  test('a body that is too large, or does not say how large it is', async () => {
    const { post } = await callbackWorld()
    const large = `signed_request=${'x'.repeat(17_000)}`
    const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expect((await post(path, large, { headers: type })).status).toBe(413)
    const stream = { headers: type, duplex: 'half' } as RequestInit
    const small = new Blob(['signed_request=a.b']).stream()
    expect((await post(path, small, stream)).status).toBe(413)
  })
})

test('an error on our side lets the platform retry', async () => {
  const { send, database, errors } = await callbackWorld()
  await database.tables.db.schema.dropTable('deletion_request').execute()
  const { status, text } = await send('delete-data', '92840000000000000')
  expect([status, text]).toEqual([500, expect.stringContaining('Send the request again later')])
  expect(errors).toHaveLength(1)
})

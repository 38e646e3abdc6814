import { listen } from '@photofeed/core/node'
import { expect, onTestFinished, test } from 'vitest'
import { verifySignedRequest } from '../../src/dashboard/platform-callbacks.ts'
import { app, connect, platformWorld, start } from './platform-world.ts'

/** An app that notes what it is posted. */
async function listeningApp() {
  const posted: { path: string; form: URLSearchParams }[] = []
  const { server, url, close } = await listen('127.0.0.1', 0)
  onTestFinished(close)
  server.on('request', async (request, response) => {
    const body = (await request.toArray()).join('')
    posted.push({ path: request.url ?? '', form: new URLSearchParams(body) })
    response.end('noted')
  })
  const world = await platformWorld()
  return { ...world, posted, url }
}

test('an owner who removes the app ends its tokens, and the app is notified', async () => {
  const { emulator, client, posted, url } = await listeningApp()
  const redirectUris = [app.redirectUri]
  emulator.register({ ...app, redirectUris, deauthorizeUrl: `${url}/gone` })
  const { token, userId } = await connect({ emulator, client })
  expect(await emulator.removeApp('harbour.and.hearth')).toEqual([
    { app: 'photofeed', status: 200, body: 'noted' },
  ])
  await expect(client.profile(token)).rejects.toMatchObject({ problem: 'app-removed' })
  expect(posted.map(({ path }) => path)).toEqual(['/gone'])
  const signed = posted[0]?.form.get('signed_request')
  expect(verifySignedRequest(signed, app.clientSecret)).toEqual({ userId, issuedAt: start })
})

test('a deletion request of an owner is forwarded to the app, and nothing else changes', async () => {
  const { emulator, client, posted, url } = await listeningApp()
  const redirectUris = [app.redirectUri]
  emulator.register({ ...app, redirectUris, deletionUrl: `${url}/forget` })
  const { token } = await connect({ emulator, client })
  expect(await emulator.removeApp('harbour.and.hearth')).toEqual([])
  emulator.faults.clear(emulator.users.get('harbour.and.hearth').userId)
  expect(await emulator.requestDeletion('harbour.and.hearth')).toMatchObject([{ status: 200 }])
  expect(posted.map(({ path }) => path)).toEqual(['/forget'])
  await expect(client.profile(token)).resolves.toMatchObject({ username: 'harbour.and.hearth' })
})

test('an app that is not there is no failure of the platform', async () => {
  const { emulator } = await listeningApp()
  const { url, close } = await listen('127.0.0.1', 0)
  await close()
  emulator.register({ ...app, redirectUris: [app.redirectUri], deauthorizeUrl: url })
  expect(await emulator.removeApp('quiet.lens')).toEqual([
    { app: 'photofeed', status: null, body: '' },
  ])
})

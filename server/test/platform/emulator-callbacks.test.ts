import { listen } from '@photofeed/core/node'
import { expect, onTestFinished, test } from 'vitest'
import { verifySignedRequest } from '../../src/platform-callbacks/platform-callbacks.ts'
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
  const removal = (user: string, about = 'removal') =>
    fetch(`${world.emulator.url}/__emulator/users/${user}/${about}`, { method: 'POST' })
  return { ...world, posted, url, removal }
}

test('an owner who removes the app ends its tokens, and the app is notified', async () => {
  const { emulator, client, posted, url, removal } = await listeningApp()
  const redirectUris = [app.redirectUri]
  emulator.register({ ...app, redirectUris, deauthorizeUrl: `${url}/gone` })
  const { token, userId } = await connect({ emulator, client })
  const answer = await removal('harbour.and.hearth')
  expect([answer.status, await answer.json()]).toEqual([
    200,
    [{ app: 'photofeed', status: 200, body: 'noted' }],
  ])
  await expect(client.profile(token)).rejects.toMatchObject({ problem: 'app-removed' })
  expect(posted.map(({ path }) => path)).toEqual(['/gone'])
  const signed = posted[0]?.form.get('signed_request')
  expect(verifySignedRequest(signed, app.clientSecret)).toEqual({ userId, issuedAt: start })
})

test('a deletion request of an owner is forwarded to the app, and nothing else changes', async () => {
  const { emulator, client, posted, url, removal } = await listeningApp()
  const redirectUris = [app.redirectUri]
  emulator.register({ ...app, redirectUris, deletionUrl: `${url}/forget` })
  const { token } = await connect({ emulator, client })
  expect(await (await removal('harbour.and.hearth')).json()).toEqual([])
  emulator.faults.clear(emulator.users.get('harbour.and.hearth').userId)
  expect((await removal('harbour.and.hearth', 'deletion')).status).toBe(200)
  expect(posted.map(({ path }) => path)).toEqual(['/forget'])
  await expect(client.profile(token)).resolves.toMatchObject({ username: 'harbour.and.hearth' })
})

test('an app that is not there is no failure of the platform', async () => {
  const { emulator, removal } = await listeningApp()
  const { url, close } = await listen('127.0.0.1', 0)
  await close()
  emulator.register({ ...app, redirectUris: [app.redirectUri], deauthorizeUrl: url })
  const answer = await removal('quiet.lens')
  expect(await answer.json()).toEqual([{ app: 'photofeed', status: null, body: '' }])
  expect((await removal('nobody')).status).toBe(404)
})

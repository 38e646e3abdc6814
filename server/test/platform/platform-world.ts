import { onTestFinished } from 'vitest'
import { startEmulator } from '../../emulator/emulator.ts'
import type { Grant } from '../../src/connections/lifecycle.ts'
import { type Grant as Access, createPlatformClient } from '../../src/platform/platform-client.ts'
import {
  type PlatformDeps,
  type PlatformSettings,
  platformDefaults,
} from '../../src/platform/platform-parts.ts'
import { mapProfile } from '../../src/refresh/mapping.ts'

export const hour = 3_600_000
export const day = 24 * hour
export const start = Date.UTC(2026, 10, 21, 12)

/** Small pictures, which are stored in a fraction of the time. */
export const pictureWidth = 320

export const app = {
  name: 'photofeed',
  clientId: '990602627938098',
  clientSecret: 'a1S2d3F4g5H6j7K8l9',
  redirectUri: 'http://feeds.example/connect/callback/',
}

export const withComments = { ...platformDefaults, platformComments: true }

/** The flags of a server with that app on an emulated platform. */
export const platformFlags = ({ url }: { url: string }) => [
  ...['--platform-url', url, '--media-origins', url],
  ...['--platform-client-id', app.clientId, '--platform-client-secret', app.clientSecret],
]

/** An emulator on a port and a client of it, which share a clock that stands still. */
export async function platformWorld(
  {
    edit,
    settings,
    ...deps
  }: Omit<PlatformDeps, 'settings'> & {
    settings?: Partial<PlatformSettings>
    edit?(posts: Record<string, unknown>[]): unknown[]
  } = {},
  width = pictureWidth,
) {
  const time = { now: start }
  const emulator = await startEmulator({
    ...{ clock: () => time.now, sleep: async () => {}, pictureWidth: width },
  })
  onTestFinished(() => emulator.close())
  emulator.register({ ...app, redirectUris: [app.redirectUri] })
  /** The paths of the requests that the client has sent. */
  const requests: string[] = []
  /** Their whole URLs. */
  const urls: URL[] = []
  const client = createPlatformClient(
    { ...app, hosts: emulator.hosts },
    {
      settings: { ...withComments, ...settings },
      async fetch(input, init) {
        urls.push(new URL(String(input)))
        const { pathname } = new URL(String(input))
        requests.push(pathname)
        const response = await fetch(input, init)
        if (!edit || !response.ok || !pathname.endsWith('/media')) return response
        const json = (await response.json()) as { data: Record<string, unknown>[] }
        return Response.json({ ...json, data: edit(json.data) }, { headers: response.headers })
      },
      clock: () => time.now,
      ...deps,
    },
  )
  return { emulator, client, time, requests, urls }
}

type PlatformWorld = Awaited<ReturnType<typeof platformWorld>>

/** Sends the authorize page's form as a browser would; where the browser is sent back to. */
export async function submitForm(
  url: string,
  change: Record<string, string | string[]> = {},
): Promise<URL> {
  const page = await fetch(url)
  const html = await page.text()
  const form = new URLSearchParams()
  for (const [input] of html.matchAll(/<input[^>]*>/g)) {
    const { name = '', value = '' } = Object.fromEntries(
      [...input.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
    )
    if (/ checked/.test(input) && !/ disabled/.test(input)) form.append(name, value)
  }
  form.set('decision', 'allow')
  for (const [name, values] of Object.entries(change)) {
    form.delete(name)
    for (const value of [values].flat()) form.append(name, value)
  }
  const response = await fetch(url, { method: 'POST', body: form, redirect: 'manual' })
  const location = response.headers.get('Location')
  if (response.status !== 303 || location === null) {
    throw new Error(`The response to the form was ${response.status}: ${await response.text()}`)
  }
  return new URL(location)
}

/** Connects an owner, by username, as the dashboard will. */
export async function connect(
  { client, emulator }: Pick<PlatformWorld, 'client' | 'emulator'>,
  username = 'harbour.and.hearth',
  change: Record<string, string | string[]> = {},
): Promise<Access> {
  const { userId } = emulator.users.get(username)
  const back = await submitForm(client.authorizeUrl({ state: 's' }), { user: userId, ...change })
  return client.exchangeCode(back.searchParams.get('code') ?? '')
}

/** Returns what a connection is made of, of an owner who allows access. */
export async function grantOf(
  world: Pick<PlatformWorld, 'client' | 'emulator'>,
  username: string,
): Promise<Grant> {
  const { userId, token, expiresAt, permissions } = await connect(world, username)
  const mapped = mapProfile(await world.client.profile(token))
  return { ...mapped, token, tokenExpiresAt: expiresAt, permissions, platformOwnerId: userId }
}

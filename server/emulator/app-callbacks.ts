import type { EmulatedApp } from './emulated-app.ts'
import { type PlatformState, signRequest } from './platform-state.ts'

/** What an app answered; a status of null when it could not be reached. */
export interface CallbackAnswer {
  app: string
  status: number | null
  body: string
}

const timeLimitMs = 10_000

/** Posts a signed request about an owner to each app that has registered an address for it. */
export async function callApps(
  { apps, users, clock }: PlatformState,
  address: 'deauthoriseUrl' | 'deletionUrl',
  userId: string,
): Promise<CallbackAnswer[]> {
  const { appScopedId } = users.get(userId)
  return Promise.all(
    [...apps.values()].flatMap((app) => {
      const url = app[address]
      return url === undefined ? [] : call(app, url, signRequest(app, appScopedId, clock()))
    }),
  )
}

async function call(app: EmulatedApp, url: string, signed: string): Promise<CallbackAnswer> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ signed_request: signed }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimitMs),
    })
    return { app: app.name, status: answer.status, body: await answer.text() }
  } catch {
    return { app: app.name, status: null, body: '' }
  }
}

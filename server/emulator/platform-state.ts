import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { ScenarioName } from '@photofeed/core/scenarios'
import { createActiveFaults } from './active-faults.ts'
import { createUsers } from './emulated-users.ts'
import { createGrants } from './grants.ts'
import { createMediaUrls } from './media-urls.ts'

/** An app that is registered with the platform. */
export interface EmulatedApp {
  /** Shown to owners on the authorize page. */
  name: string
  clientId: string
  clientSecret: string
  /** Compared character by character. */
  redirectUris: readonly string[]
  /** The permissions that it may request; all by default. */
  scopes?: readonly string[]
  /** Gets a signed request when an owner removes the app. */
  deauthorizeUrl?: string
  /** Gets a signed request when an owner requests the deletion of their data. */
  deletionUrl?: string
}

export interface StateOptions {
  /** Where the emulator is, without a trailing slash. */
  baseUrl: string
  /** The scenarios whose accounts are on the platform. */
  accounts?: readonly ScenarioName[]
  clock?: () => number
  randomText?: () => string
  sleep?: (milliseconds: number) => Promise<unknown>
  /** The folder of the pictures. */
  pictures?: URL
  /** How wide the pictures of the media host are, which the folder has in this width; 1200 by default. */
  pictureWidth?: number
}

export type PlatformState = ReturnType<typeof createState>

interface EmulatorSettings {
  /** The form of tokens and profiles: as documented, or as others have observed it, with a number as the id. */
  shape: 'wrapped' | 'flat'
  /** Whether errors repeat the whole request, secrets included: a client must not log them. */
  leaks: boolean
  /** How long each response of the graph takes, in milliseconds. */
  latencyMs: number
}

const usualAccounts: readonly ScenarioName[] = [
  'premium',
  'page-boundary',
  'withheld-video',
  'importing-partial',
  'null-profile',
  'empty',
]

export function createState(options: StateOptions) {
  const { baseUrl, accounts = usualAccounts, clock = Date.now } = options
  const { randomText = () => randomBytes(96).toString('base64url'), sleep = setTimeout } = options
  const { pictures = new URL('../../core/media/', import.meta.url), pictureWidth = 1200 } = options
  const grants = createGrants({ clock, randomText })
  const settings: EmulatorSettings = { shape: 'wrapped', leaks: false, latencyMs: 0 }
  return {
    baseUrl,
    grants,
    pictures,
    pictureWidth,
    clock,
    sleep,
    settings,
    /** By client id. */
    apps: new Map<string, EmulatedApp>(),
    users: createUsers(accounts, clock),
    faults: createActiveFaults(grants.newest),
    urls: createMediaUrls(`${baseUrl}/cdn`, randomText(), clock),
  }
}

/** What the platform posts to an app's callbacks (`signed_request`). */
export function signRequest(app: EmulatedApp, userId: string, now: number): string {
  const payload = Buffer.from(
    JSON.stringify({
      algorithm: 'HMAC-SHA256',
      expires: 0,
      issued_at: Math.floor(now / 1000),
      user_id: userId,
    }),
  ).toString('base64url')
  const signature = createHmac('sha256', app.clientSecret).update(payload).digest('base64url')
  return `${signature}.${payload}`
}

/** An app's response; the status is null if the app could not be reached. */
interface CallbackResponse {
  app: string
  status: number | null
  body: string
}

const timeLimitMs = 10_000

/** Posts a signed request about an owner to each app that has registered an address for it. */
export async function callApps(
  { apps, users, clock }: PlatformState,
  address: 'deauthorizeUrl' | 'deletionUrl',
  userId: string,
): Promise<CallbackResponse[]> {
  const { appScopedId } = users.get(userId)
  return Promise.all(
    [...apps.values()].flatMap((app) => {
      const url = app[address]
      return url === undefined ? [] : call(app, url, signRequest(app, appScopedId, clock()))
    }),
  )
}

async function call(app: EmulatedApp, url: string, signed: string): Promise<CallbackResponse> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ signed_request: signed }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimitMs),
    })
    return { app: app.name, status: response.status, body: await response.text() }
  } catch {
    return { app: app.name, status: null, body: '' }
  }
}

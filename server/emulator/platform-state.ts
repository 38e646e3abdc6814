import { createHmac, randomBytes } from 'node:crypto'
import type { ScenarioName } from '@photofeed/core/scenarios'
import { type ActiveFaults, createActiveFaults } from './active-faults.ts'
import { createUsers, type EmulatedUsers } from './emulated-users.ts'
import { createGrants, type Grants } from './grants.ts'
import { createMediaUrls, type MediaUrls } from './media-urls.ts'

/** An app that is registered with the platform. */
export interface EmulatedApp {
  /** Shown to owners on the authorize page. */
  name: string
  clientId: string
  clientSecret: string
  /** Compared character by character. */
  redirectUris: readonly string[]
  /** Gets a signed request when an owner removes the app. */
  deauthorizeUrl?: string
  /** Gets a signed request when an owner requests the deletion of their data. */
  deletionUrl?: string
}

export interface StateOptions {
  /** Where the emulator is, without a trailing slash. */
  baseUrl: string
  apps?: readonly EmulatedApp[]
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

export interface PlatformState {
  baseUrl: string
  /** By client id. */
  apps: Map<string, EmulatedApp>
  users: EmulatedUsers
  grants: Grants
  faults: ActiveFaults
  urls: MediaUrls
  pictures: URL
  pictureWidth: number
  clock: () => number
  sleep: (milliseconds: number) => Promise<unknown>
  settings: EmulatorSettings
}

export interface EmulatorSettings {
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

export function createState(options: StateOptions): PlatformState {
  const { baseUrl, apps = [], accounts = usualAccounts, clock = Date.now } = options
  const randomText = options.randomText ?? (() => randomBytes(96).toString('base64url'))
  const grants = createGrants({ clock, randomText })
  return {
    baseUrl,
    apps: new Map(apps.map((app) => [app.clientId, app])),
    users: createUsers({ accounts, clock }),
    grants,
    faults: createActiveFaults(grants.count),
    urls: createMediaUrls({ host: `${baseUrl}/cdn`, key: randomText(), clock }),
    pictures: options.pictures ?? new URL('../../core/media/', import.meta.url),
    pictureWidth: options.pictureWidth ?? 1200,
    clock,
    sleep:
      options.sleep ?? ((milliseconds) => new Promise((done) => setTimeout(done, milliseconds))),
    settings: { shape: 'wrapped', leaks: false, latencyMs: 0 },
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

import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { accountScenarios } from '@photofeed/core/scenarios'
import type { Database, KeyRing } from '../db/ports.ts'
import { type ImportDeps, importFeed } from '../import/import-feed.ts'
import { createMediaSource } from '../import/media-source.ts'
import { readMediaPage, readProfile } from '../import/platform-schema.ts'
import type { MediaStore } from '../media/folder-store.ts'
import { type DemoAccount, demoAccounts } from './accounts.ts'
import { drawPictures } from './pictures.ts'
import { clipPath } from './platform-media.ts'
import type { PlatformJson } from './platform-values.ts'

export interface DemoParts {
  database: Database
  media: MediaStore
  /** Where the pictures are drawn before they are imported. */
  folder: string
  /** The server's own files, among them the demo's video. */
  assets: URL
  clock: () => number
}

const months = 150 * 24 * 3_600_000

/** Imports one account for each scenario; needs no network. */
export async function createDemo({
  database,
  media,
  folder,
  assets,
  clock,
}: DemoParts): Promise<void> {
  await mkdir(folder, { recursive: true })
  await drawPictures(folder)
  await copyFile(new URL('clip.mp4', assets), join(folder, clipPath))
  const deps = {
    feeds: database.feeds,
    media,
    source: createMediaSource({ fetch: offline }),
    clock,
  }
  for (const account of demoAccounts) await addAccount(account, folder, database.keys, deps)
}

async function offline(): Promise<never> {
  throw new TypeError('The demo does not use the network')
}

async function addAccount(
  account: DemoAccount,
  folder: string,
  keys: KeyRing,
  deps: ImportDeps,
): Promise<void> {
  const { name, key, posts, isLate } = account
  const scenario = accountScenarios.find((published) => published.name === name)
  if (!scenario) throw new RangeError(`No scenario has the name ${name}`)
  const { plan, status, apiKey } = scenario
  const fetchedAt = lastFetchOf(account, deps.clock())
  const profile = { value: readProfile(account.profile, name), folder }

  const store = async (batch: PlatformJson[]) => {
    const page = readMediaPage({ data: batch }, name)
    const sourced = page.map((value) => ({ value, folder }))
    return importFeed({ profile, posts: sourced, plan, status, fetchedAt }, deps)
  }
  const { accountId } = await store(posts.filter((_, place) => !isLate(place)))
  const late = posts.filter((_, place) => isLate(place))
  if (late.length > 0) await store(late)

  await keys.issue(accountId, apiKey)
  if (key === 'revoked') await keys.revoke(accountId)
  if (key === 'replaced') await keys.issue(accountId)
}

function lastFetchOf({ lastFetch }: DemoAccount, now: number): number | null {
  if (lastFetch === 'never') return null
  return lastFetch === 'now' ? now : now - months
}

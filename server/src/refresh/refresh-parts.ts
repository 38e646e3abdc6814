import type { Connection, Connections } from '../accounts/connection.ts'
import type { Fetch } from '../import/download.ts'
import { createMediaIntake, type MediaIntake } from '../import/media-intake.ts'
import { createMediaSource } from '../import/media-source.ts'
import type { ClaimedJob } from '../jobs/job.ts'
import { LostJob } from '../jobs/leases.ts'
import type { Handler } from '../jobs/work-runner.ts'
import type { MediaStore } from '../media/media-store.ts'
import type { PlatformClient } from '../platform/platform-client.ts'
import type { Refreshes } from './refreshes.ts'

/** What every kind of refresh works with. */
export interface RefreshParts {
  platform: PlatformClient
  connections: Connections
  refreshes: Refreshes
  media: MediaStore
  /** Downloads media; decides which addresses may be asked. */
  download: Fetch
  clock(): number
  /** Called after a listing that lacks so many posts that they are not deleted yet. */
  onMissingPosts?(found: MissingPosts): void
}

export interface MissingPosts {
  accountId: number
  missing: number
}

export type RefreshHandler = Handler<ClaimedJob, { nextRunAt: number }>

/** An account that is refreshed, with the token to ask for it. */
export interface Refreshed {
  connection: Connection
  token: string
}

export async function refreshed(connections: Connections, accountId: number): Promise<Refreshed> {
  const connection = await connections.find(accountId)
  const token = await connections.token(accountId)
  if (connection && token !== null) return { connection, token }
  throw new LostJob('The account is disconnected.')
}

const downloadMs = 60_000
const dayMs = 86_400_000

/**
 * Takes media until the run has to stop. Whether what is stored is still there is asked once a day: a bucket counts, and
 * charges for, every question.
 */
export function mediaIntake(
  { media, download, clock }: RefreshParts,
  { mediaId, lastFetchAt }: Connection,
  signal: AbortSignal,
): MediaIntake {
  const deadline = () => AbortSignal.any([signal, AbortSignal.timeout(downloadMs)])
  const looksAgain = lastFetchAt === null || dayOf(lastFetchAt) !== dayOf(clock())
  return createMediaIntake(
    {
      put: (content, known) => media.put(mediaId, content, known),
      has: looksAgain ? media.has : async () => true,
    },
    createMediaSource({ fetch: download, deadline }),
  )
}

function dayOf(time: number): number {
  return Math.floor(time / dayMs)
}

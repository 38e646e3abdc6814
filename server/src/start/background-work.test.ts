import { expect, it } from 'vitest'
import type { MediaStore } from '../media/media-store.ts'
import type { PlatformClient } from '../platform/platform-client.ts'
import type { Database } from '../stores/database.ts'
import type { ClaimLimit } from '../stores/service/work.ts'
import { deliveriesPerRefresh, jobLanes, type Lane } from '../stores/service/work-kinds.ts'
import { createWork } from './background-work.ts'

it('claims as many jobs at once as the setting says, and of each lane of messages what its table says', async () => {
  const claimed: Record<string, number> = {}
  const work = {
    async claim(lanes: readonly Lane[], limit: ClaimLimit) {
      claimed[lanes.join()] = typeof limit === 'number' ? limit : limit.all
      return []
    },
  }
  const { start, stop } = createWork({
    database: { work } as unknown as Database,
    media: { sweepDrafts: async () => {} } as unknown as MediaStore,
    platform: { pausedUntil: () => null } as unknown as PlatformClient,
    ...{ purge: null, concurrency: 3, onError() {}, report() {} },
    download: async () => new Response(null),
  })
  start()
  await stop()
  expect(claimed).toEqual({
    [jobLanes.join()]: 3,
    ...Object.fromEntries(
      Object.entries(deliveriesPerRefresh).map(([lane, times]) => [lane, times * 3]),
    ),
  })
})

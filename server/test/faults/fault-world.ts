import type { Schemas } from '@photofeed/openapi'
import { expect, onTestFinished, vi } from 'vitest'
import { undocumented } from '../../../test-support/undocumented.ts'
import { openPort, startService } from '../../src/http/service.ts'
import { createMediaHandler } from '../../src/media/media-handler.ts'
import { type Hooks, refreshWorld } from '../refresh/refresh-world.ts'
import { queuedJobs } from '../support/queues.ts'
import { testSettings } from '../support/settings.ts'

/** The whole service on a port, on one clock that stands still, against the emulated platform. */
export async function faultWorld(broken: Hooks = {}) {
  const world = await refreshWorld(broken)
  const { database, media, time, errors } = world
  const onError = (error: unknown) => void errors.push(error)
  const port = await openPort(testSettings)
  startService(port, testSettings, {
    store: database.store,
    feeds: database.feeds,
    media: createMediaHandler({ store: media, hasSizes: database.hasSizes, onError }),
    onError,
  })
  onTestFinished(() => port.listening.close())

  return {
    ...world,
    ...{ db: database.tables.db, url: port.baseUrl },
    ...feedReader(port.baseUrl),
    connect: (username = 'just.a.name') => world.connect(username),

    /** Waits until the account's posts could not be fetched, and were put off; why. */
    async failure(accountId: number) {
      return vi.waitUntil(
        async () => {
          const jobs = await queuedJobs(database)
          const job = jobs.find((each) => each.accountId === accountId && each.kind === 'posts')
          return job && job.runAt > time.now && job.lastError
        },
        { timeout: 100_000, interval: 5 },
      )
    },
  }
}

/** The specified response to a failure of the service. */
export const failure = {
  errors: [
    {
      status: '500',
      code: 'INTERNAL_SERVER_ERROR',
      title: 'Internal Server Error',
      detail: `Something went wrong on our side. Please try again; if it keeps happening, contact ${testSettings.supportEmail}.`,
    },
  ],
}

/** What clients see of the service at an address. */
export function feedReader(url: string) {
  /** Sends a request; the response must be one that openapi.yaml documents. */
  async function request(path: string, apiKey: string, query = '') {
    const response = await fetch(`${url}${path}?api_key=${apiKey}${query}`)
    const { status, headers } = response
    const text = await response.text()
    expect(undocumented(path, 'GET', { status, headers, body: text })).toEqual([])
    return { status, headers, text }
  }

  return {
    request,
    async read(apiKey: string, query?: string) {
      const { status, headers, text } = await request('/api/v1/me', apiKey, query)
      return { status, headers, body: JSON.parse(text) as Schemas['AccountWithPosts'] }
    },
    /** The status and the text of the response to a URL of the server. */
    async load(mediaUrl: string) {
      const response = await fetch(mediaUrl)
      const isText = response.headers.get('content-type')?.startsWith('text/')
      const body = await response.arrayBuffer()
      return [response.status, isText ? Buffer.from(body).toString() : body.byteLength > 0]
    },
  }
}

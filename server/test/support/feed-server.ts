import { fileURLToPath } from 'node:url'
import type { FeedStore } from '@photofeed/core'
import type { HttpServerParts } from '@photofeed/core/node'
import { routes } from '@photofeed/openapi'
import type { Hono } from 'hono'
import { expect, onTestFinished } from 'vitest'
import { undocumented } from '../../../test-support/undocumented.ts'
import { openPort, type ServiceConfig, startService } from '../../src/http/service.ts'
import { createMediaHandler } from '../../src/media/media-handler.ts'
import { createMediaStore } from '../../src/media/media-store.ts'
import { openMediaFiles } from '../../src/media/open-media-files.ts'
import { openDatabase } from '../../src/stores/database.ts'
import type { AccountFixture } from './feeds.ts'
import { memoryMediaFiles } from './media/media-files.ts'
import { saveAccount } from './seed.ts'
import { testSettings } from './settings.ts'

export interface SentResponse {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests compare whole bodies and reach into them freely
  json: any
}

export type FeedServer = Awaited<ReturnType<typeof feedServer>>

interface FeedServerChanges extends Partial<ServiceConfig> {
  store?: FeedStore
  /** Takes the place of the store's function, which is `read`. */
  findPosts?(read: () => ReturnType<FeedStore['findPosts']>): ReturnType<FeedStore['findPosts']>
  /** Serves media; by default there are none. */
  media?: HttpServerParts['media']
  pages?: Hono
}

/** The whole service on a real socket and a real database that holds the given accounts; ends with the test. */
export async function feedServer(
  accounts: AccountFixture[],
  { store, findPosts, media, pages, ...changes }: FeedServerChanges = {},
) {
  const database = await openDatabase({ at: ':memory:', secret: 'test' })
  for (const account of accounts) await saveAccount(database, account)
  const noMedia = createMediaStore(
    await openMediaFiles({}, fileURLToPath(new URL('no-media', import.meta.url))),
    memoryMediaFiles(),
  )
  /** What went wrong inside; a test that expects a failure reads it, for every other it stays empty. */
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const port = await openPort({ ...testSettings, ...changes })
  const { baseUrl: url } = port
  const served = store ?? database.store
  startService(
    port,
    { ...testSettings, ...changes },
    {
      store: {
        ...served,
        ...(findPosts && {
          findPosts: (...query) => findPosts(() => served.findPosts(...query)),
        }),
      },
      media: media ?? createMediaHandler({ store: noMedia, hasSizes: database.hasSizes, onError }),
      feeds: database.feeds,
      onError,
      ...(pages && { pages }),
    },
  )
  onTestFinished(async () => {
    await port.listening.close()
    await database.close()
    expect(errors).toEqual([])
  })

  /** Sends a request; the response must be one that openapi.yaml documents. */
  async function send(target: string, init: RequestInit = {}): Promise<SentResponse> {
    const received = await fetch(`${url}${target}`, init)
    const text = await received.text()
    const type = received.headers.get('content-type') ?? ''
    const response = { status: received.status, headers: received.headers, body: text }
    const path = target.split('?', 1)[0] ?? ''
    const method = init.method ?? 'GET'
    if (path in routes && method !== 'HEAD' && isDocumentedMethod(path, method)) {
      expect(undocumented(path, method, response)).toEqual([])
    }
    return { ...response, text, json: type.includes('json') && text ? JSON.parse(text) : undefined }
  }
  return { url, database, errors, send }
}

function isDocumentedMethod(path: string, method: string): boolean {
  return (
    method === 'OPTIONS' ||
    routes[path as keyof typeof routes].methods.some((known) => known === method)
  )
}

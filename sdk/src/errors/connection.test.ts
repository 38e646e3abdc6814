import { connectionStatuses, headers } from '@photofeed/openapi'
import { describe, expect, it } from 'vitest'
import { accountBody } from '../../test/support/account-body.ts'
import {
  apiError,
  apiKey,
  baseUrl,
  catchError,
  fakeFetch,
  json,
} from '../../test/support/fake-fetch.ts'
import { createFeed } from '../entries/index.ts'

async function receiveConnection(
  account: Parameters<typeof accountBody>[2],
  sent: Readonly<Record<string, string>> = {},
) {
  const service = fakeFetch(json(accountBody([], {}, account), 200, sent))
  return (await createFeed({ baseUrl, apiKey, fetch: service.fetch }).me()).connection
}

describe('connection', () => {
  it('has the explanation of the service when it is broken', async () => {
    const lastFetchAt = '2025-11-02T06:00:00+00:00'
    expect(
      await receiveConnection(
        { status: 'invalid_token', lastFetchAt },
        { [headers.FeedStale.name]: 'The password was changed.' },
      ),
    ).toEqual({
      status: 'invalid_token',
      stale: true,
      explanation: 'The password was changed.',
      lastFetchedAt: lastFetchAt,
    })
  })

  it('is stale by its status where a browser hides the headers', async () => {
    expect(await receiveConnection({ status: 'invalid_token' })).toMatchObject({
      stale: true,
      explanation: connectionStatuses.invalid_token.stale,
    })
  })

  it('is not stale before the first fetch', async () => {
    expect(await receiveConnection({ status: 'importing', lastFetchAt: null })).toEqual({
      status: 'importing',
      stale: false,
      explanation: null,
      lastFetchedAt: null,
    })
  })

  it('keeps a status that this version does not know', async () => {
    expect(await receiveConnection({ status: 'resting' as 'ready' })).toMatchObject({
      status: 'resting',
      stale: false,
      explanation: null,
    })
  })

  it('prefers status and time of the body to the headers', async () => {
    const sent = {
      [headers.AccountStatus.name]: 'ready',
      [headers.LastFetchedAt.name]: headers.LastFetchedAt.whenNull,
    }
    expect(await receiveConnection({ status: 'importing' }, sent)).toMatchObject({
      status: 'importing',
      lastFetchedAt: '2026-03-01T06:00:00+00:00',
    })
  })

  it('is part of an error if the headers contain it', async () => {
    const { fetch } = fakeFetch(
      apiError('VALIDATION_ERROR', {
        [headers.AccountStatus.name]: 'invalid_token',
        [headers.LastFetchedAt.name]: headers.LastFetchedAt.whenNull,
        [headers.FeedStale.name]: 'The password was changed.',
      }),
      apiError('VALIDATION_ERROR'),
    )
    const feed = createFeed({ baseUrl, apiKey, fetch })
    expect(await catchError(feed.me())).toMatchObject({
      connection: {
        status: 'invalid_token',
        stale: true,
        explanation: 'The password was changed.',
        lastFetchedAt: null,
      },
    })
    expect(await catchError(feed.me())).toMatchObject({ connection: null })
  })
})

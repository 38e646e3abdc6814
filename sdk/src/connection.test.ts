import { connectionStatuses, headers } from '@photofeed/openapi'
import { describe, expect, it } from 'vitest'
import { accountBody } from '../test/support/account-body.ts'
import { apiKey, baseUrl, fakeFetch, json } from '../test/support/fake-fetch.ts'
import { createFeed } from './index.ts'

async function connectionOf(
  account: Parameters<typeof accountBody>[2],
  sent: Readonly<Record<string, string>> = {},
) {
  const service = fakeFetch(json(accountBody([], {}, account), 200, sent))
  return (await createFeed({ baseUrl, apiKey, fetch: service.fetch }).me()).connection
}

describe('connection', () => {
  it('gives the explanation of the service when it is broken', async () => {
    const lastFetchAt = '2025-11-02T06:00:00+00:00'
    expect(
      await connectionOf(
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

  it('knows a broken connection by its status where a browser hides the headers', async () => {
    expect(await connectionOf({ status: 'invalid_token' })).toMatchObject({
      stale: true,
      explanation: connectionStatuses.invalid_token.stale,
    })
  })

  it('is not stale before the first fetch', async () => {
    expect(await connectionOf({ status: 'importing', lastFetchAt: null })).toEqual({
      status: 'importing',
      stale: false,
      explanation: null,
      lastFetchedAt: null,
    })
  })

  it('keeps a status that this version does not know', async () => {
    expect(await connectionOf({ status: 'resting' as 'ready' })).toMatchObject({
      status: 'resting',
      stale: false,
      explanation: null,
    })
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ConnectionEvent, type ConnectionState, nextStep, statusOf } from './lifecycle.ts'

const events: ConnectionEvent[] = [
  ...(['connected', 'imported', 'token_refresh_started', 'token_refreshed'] as const),
  ...(['token_refresh_postponed', 'access_lost', 'reconnected', 'disconnected'] as const),
]

/** What sections 3.1 and 3.2 say about a life, kept beside the table and without looking into it. */
interface Seen {
  state: ConnectionState
  hasKey: boolean
  mails: number
  breaks: number
}

function live(history: ConnectionEvent[]): Seen {
  const seen: Seen = { state: 'disconnected', hasKey: false, mails: 0, breaks: 0 }
  for (const event of history) {
    const step = nextStep(seen.state, event)
    if (!step) continue
    const wasBroken = statusOf(seen.state) === 'invalid_token'
    if (event === 'connected') seen.hasKey = true
    if (step.effects.includes('delete_account')) seen.hasKey = false
    if (step.effects.includes('notify_owner')) seen.mails += 1
    if (!wasBroken && statusOf(step.to) === 'invalid_token') seen.breaks += 1
    seen.state = step.to
  }
  return seen
}

const histories = fc.array(fc.constantFrom(...events), { maxLength: 40 })

describe('in every life', () => {
  test.each<[string, (history: ConnectionEvent[], next: ConnectionEvent) => void]>([
    [
      'there is a key exactly while the account is connected',
      (history) => {
        const { state, hasKey } = live(history)
        expect(hasKey).toBe(state !== 'disconnected')
      },
    ],
    [
      'the owner gets one mail for each break',
      (history) => {
        const { mails, breaks } = live(history)
        expect(mails).toBe(breaks)
      },
    ],
    [
      'only the platform breaks a connection',
      (history) => {
        fc.pre(!history.includes('access_lost'))
        expect(statusOf(live(history).state)).not.toBe('invalid_token')
      },
    ],
    [
      'what clients see changes only together with their cached responses',
      (history, next) => {
        const { state } = live(history)
        const step = nextStep(state, next)
        fc.pre(step !== null && state !== 'disconnected' && statusOf(step.to) !== statusOf(state))
        expect(step?.effects).toContain('clear_cached_responses')
      },
    ],
    [
      'a first import that broke is still to be done after a reconnect',
      (history) => {
        fc.pre(!history.slice(history.lastIndexOf('connected')).includes('imported'))
        const { state } = live(history)
        fc.pre(state === 'broken_import')
        expect(nextStep(state, 'reconnected')?.to).toBe('importing')
      },
    ],
  ])('%s', (_, check) => {
    fc.assert(fc.property(histories, fc.constantFrom(...events), check))
  })
})

test.each<[string, ConnectionEvent[], ConnectionState]>([
  ['a first connection', ['connected'], 'importing'],
  ['a first import', ['connected', 'imported'], 'ready'],
  ['a routine refresh', ['connected', 'imported', 'token_refresh_started'], 'refreshing_token'],
  ['the end of it', ['connected', 'imported', 'token_refresh_started', 'token_refreshed'], 'ready'],
  [
    'an outage during it',
    ['connected', 'imported', 'token_refresh_started', 'token_refresh_postponed'],
    'ready',
  ],
  ['a changed password', ['connected', 'imported', 'access_lost'], 'invalid_token'],
  ['its repair', ['connected', 'imported', 'access_lost', 'reconnected'], 'ready'],
  ['a break before the first import ended', ['connected', 'access_lost'], 'broken_import'],
  ['its repair', ['connected', 'access_lost', 'reconnected'], 'importing'],
  ['a disconnect', ['connected', 'imported', 'disconnected'], 'disconnected'],
  [
    'work that ends after it',
    ['connected', 'disconnected', 'imported', 'access_lost'],
    'disconnected',
  ],
])('%s', (_, history, state) => {
  expect(live(history).state).toBe(state)
})

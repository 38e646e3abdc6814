import { afterEach, expect, test, vi } from 'vitest'
import { apiKey, baseUrl, catchError } from '../../test/support/fake-fetch.ts'
import { fakePace } from '../../test/support/fake-pace.ts'
import { createPacedFeed } from '../feed/feed.ts'
import type { FeedOptions, Logger } from './options.ts'

afterEach(() => vi.unstubAllGlobals())

type Note = (...what: unknown[]) => void

function createLogger(name: string, note: Note): Logger {
  const log = (level: string) => (line: string) => note(name, level, line)
  return { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') }
}

function createFetch(name: string, note: Note) {
  return async (url: string, { method, headers, cache }: RequestInit) => {
    note(name, url, method, headers, cache)
    return new Response('Down', { status: 503 })
  }
}

/** A value of each option that is not its default. */
const changes: {
  [Name in keyof Required<FeedOptions>]: (note: Note) => NonNullable<FeedOptions[Name]>
} = {
  baseUrl: () => 'https://other.example',
  apiKey: () => 'b'.repeat(64),
  fetch: (note) => createFetch('own fetch', note) as FeedOptions['fetch'] & object,
  maxRetries: () => 1,
  timeout: () => 10,
  totalTimeout: () => 20,
  fetchOptions: () => ({ cache: 'no-store' }),
  onRequest: (note) => (event) => note('onRequest', event),
  onResponse: (note) => (event) => note('onResponse', event),
  onAttemptEnd: (note) => (event) => note('onAttemptEnd', event.attempt),
  logger: (note) => createLogger('other logger', note),
  logLevel: () => 'debug',
}

/** The defaults that the options say. */
const defaults = { maxRetries: 2, timeout: 10_000, logLevel: 'warn' }

/** Returns all that can be observed of a call that fails, with one option changed. */
async function traceOf(name?: keyof FeedOptions, value?: unknown) {
  const notes: unknown[] = []
  const note: Note = (...what) => void notes.push(what)
  vi.stubGlobal('fetch', createFetch('fetch', note))
  const { pace } = fakePace({ timeoutsFire: true })
  const observed = {
    ...pace,
    after(milliseconds: number, callback: () => void) {
      note('timer', milliseconds)
      return pace.after(milliseconds, callback)
    },
  }
  const change = name && { [name]: value ?? changes[name](note) }
  const options = { baseUrl, apiKey, logger: createLogger('logger', note), ...change }
  const error = await catchError(createPacedFeed(options, observed).me())
  return JSON.stringify([...notes, String(error)])
}

test('a call is the same in each run', async () => {
  expect(await traceOf()).toBe(await traceOf())
})

test.each(Object.keys(changes) as (keyof FeedOptions)[])('%s has an effect', async (name) => {
  expect(await traceOf(name)).not.toBe(await traceOf())
})

test.each(Object.entries(defaults))('%s: %j is the default', async (name, value) => {
  expect(await traceOf(name as keyof FeedOptions, value)).toBe(await traceOf())
})

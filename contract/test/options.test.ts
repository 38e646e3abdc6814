import { setImmediate as turn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { type CheckOptions, checkContract } from '../src/index.ts'
import { mockOfFile } from './support/conforming-server.ts'

const mock = await mockOfFile()
const request = globalThis.fetch

type Note = (...what: unknown[]) => void

/** A value of each option that is not its default. */
const changes: {
  [Name in keyof Required<CheckOptions>]: (note: Note) => NonNullable<CheckOptions[Name]>
} = {
  url: () => mock.url.replace('127.0.0.1', 'localhost'),
  accounts: () => ({ other: mock.key('free') }),
  only: () => ['no-totals'],
  skip: () => ({ 'no-totals': 'It is known.' }),
  accept: () => ({
    'no-totals': { reason: 'It is known.', until: '2999-01-01', at: 'pagination' },
  }),
  require: () => ['premium'],
  headers: () => ({ 'x-pass': 'word' }),
  concurrency: () => 1,
  delay: () => 100,
  maxRequests: () => 3,
  timeout: () => 1,
  fetch: (note) => (input, init) => {
    note('own fetch')
    return request(input, init)
  },
  onProgress:
    (note) =>
    ({ done, of }) =>
      note('progress', done, of),
}

/** Returns all that can be observed of a run, with one option changed. */
async function traceOf(name?: keyof CheckOptions) {
  const notes: string[] = []
  const note: Note = (...what) => void notes.push(JSON.stringify(what))
  let running = 0
  let isParallel = false
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    note(input, init.headers)
    running += 1
    isParallel ||= running > 1
    // Requests that are sent together begin in the same turn, however slow the machine is.
    await turn()
    running -= 1
    return request(input, init)
  })
  const options: CheckOptions = {
    ...{ url: mock.url, accounts: { free: mock.key('free') } },
    ...{ only: ['no-totals', 'page-size'], ...(name && { [name]: changes[name](note) }) },
  }
  const result = await checkContract(options).then(
    ({ checkedAt: _, milliseconds: __, ...report }) => JSON.stringify(report),
    (error: unknown) => String(error),
  )
  vi.unstubAllGlobals()
  return [...notes.toSorted(), isParallel, result]
}

const usual = await traceOf()

test('a run is the same each time, and sends requests together', async () => {
  expect(usual).toContain(true)
  expect(await traceOf()).toEqual(usual)
})

test.each(Object.keys(changes) as (keyof CheckOptions)[])('%s has an effect', async (name) => {
  expect(await traceOf(name)).not.toEqual(usual)
})

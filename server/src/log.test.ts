import { expect, test } from 'vitest'
import { createErrorLog, createReport, type Events, type Logger } from './log.ts'

const job = { kind: 'posts', accountId: 7, attempt: 1, failingSince: null, nextRun: null }

test('of each minute 60 errors are logged, and then the number of the others', () => {
  const lines: [object, string][] = []
  let now = 0
  const logError = createErrorLog(
    { error: (...line: unknown[]) => lines.push(line as [object, string]) },
    () => now,
  )
  const error = new Error('The disk is full.')
  logError(error)
  logError(error, job)
  logError(null)
  expect(lines.splice(0)).toEqual([
    [{ err: error }, 'The disk is full.'],
    [{ ...job, err: error }, 'The disk is full.'],
    [{ err: null }, 'null'],
  ])
  now = 59_999
  for (const _ of Array(80)) logError(error)
  expect(lines.splice(0)).toEqual(Array(57).fill([{ err: error }, 'The disk is full.']))
  now = 60_000
  logError(error)
  expect(lines.splice(0)).toEqual([
    [{ leftOut: 23 }, 'More errors occurred, which are not in the log.'],
    [{ err: error }, 'The disk is full.'],
  ])
  // An outage of minutes: each has as many errors as the first.
  for (const _ of Array(80)) logError(error)
  now = 120_000
  for (const _ of Array(80)) logError(error)
  expect(lines.map(([details]) => Object.keys(details)[0])).toEqual([
    ...[...Array(59).fill('err'), 'leftOut', ...Array(60).fill('err')],
  ])
})

/** Returns the details of the events that are logged. */
function logged<Name extends keyof Events>(event: Name, details: readonly Events[Name][]) {
  const lines: object[] = []
  const write = (line: object) => void lines.push(line)
  const report = createReport({ info: write, warn: write, error: write } as unknown as Logger)
  for (const each of details) report(event, each)
  return lines.map((line) => Object.fromEntries(Object.entries(line).slice(1)))
}

test('a refresh is logged if it is the first or changed a post', () => {
  const none = { accountId: 1, isFirstImport: false, stored: 0, deleted: 0 }
  const changes = [
    { ...none, stored: 1 },
    { ...none, deleted: 1 },
    { ...none, stored: 1, deleted: 1 },
    { ...none, isFirstImport: true },
  ]
  expect(logged('refreshedPosts', [none, ...changes])).toEqual(changes)
})

test('downloads are logged if some media were not stored', () => {
  const stored = { accountId: 1, stored: 2, notStored: [] }
  const not = { ...stored, notStored: [{ reason: 'gone', count: 1 }] }
  expect(logged('downloadedMedia', [stored, not])).toEqual([not])
})

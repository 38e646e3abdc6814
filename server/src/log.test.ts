import { expect, test } from 'vitest'
import { createErrorLog } from './log.ts'

const job = { kind: 'posts', accountId: 7, attempt: 1, failingSince: null, nextRun: null }

test('of each minute 60 errors are logged, and then the number of the others', () => {
  const lines: unknown[] = []
  let now = 0
  const logError = createErrorLog({ error: (...line: unknown[]) => lines.push(line) }, () => now)
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
  now = 120_000
  logError(error)
  expect(lines).toEqual([[{ err: error }, 'The disk is full.']])
})

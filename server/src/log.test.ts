import { expect, test } from 'vitest'
import { createErrorLog } from './log.ts'

function setUp() {
  const lines: unknown[] = []
  const seconds: (() => void)[] = []
  const logError = createErrorLog({ error: (...line: unknown[]) => lines.push(line) }, (work) =>
    seconds.push(work),
  )
  return {
    logError,
    taken: () => lines.splice(0),
    endSecond: () => seconds.splice(0).map((end) => end()).length,
  }
}

const rejected = (port: number) =>
  Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:${port}`), { code: 'ECONNREFUSED' })
const job = { kind: 'posts', accountId: 7, attempt: 1, failingSince: null, nextRun: null }

test('the first error of a kind is a line, the others of each second are one line, until there are none', () => {
  const { logError, taken, endSecond } = setUp()
  const first = rejected(5432)
  logError(first)
  for (let port = 0; port < 20; port += 1) logError(rejected(port))
  expect(taken()).toEqual([[{ err: first }, 'connect ECONNREFUSED 127.0.0.1:5432']])
  endSecond()
  expect(taken()).toEqual([[{ repeated: 20 }, 'connect ECONNREFUSED 127.0.0.1:5432']])
  logError(rejected(1))
  endSecond()
  expect(taken()).toEqual([[{ repeated: 1 }, 'connect ECONNREFUSED 127.0.0.1:5432']])
  endSecond()
  expect(endSecond()).toBe(0)
  expect(taken()).toEqual([])
  logError(first)
  expect(taken()).toEqual([[{ err: first }, 'connect ECONNREFUSED 127.0.0.1:5432']])
})

test('errors with another message, code, class or kind of job are other kinds', () => {
  const { logError, taken, endSecond } = setUp()
  const errors = [
    new Error('One'),
    new Error('Two'),
    new TypeError('One'),
    Object.assign(new Error('One'), { code: 'EIO' }),
    'One',
    null,
  ]
  for (const error of errors) logError(error)
  expect(taken()).toEqual(errors.map((err) => [{ err }, expect.any(String)]))
  const [one] = errors
  logError(one, job)
  logError(one, { ...job, accountId: 8 })
  logError(one, { ...job, kind: 'token' })
  expect(taken()).toEqual([
    [{ ...job, err: one }, 'One'],
    [{ ...job, kind: 'token', err: one }, 'One'],
  ])
  endSecond()
  expect(taken()).toEqual([[{ kind: 'posts', repeated: 1 }, 'One']])
})

test('beyond 100 kinds, one line a second has the number of all others', () => {
  const { logError, taken, endSecond } = setUp()
  const name = (index: number) => String.fromCodePoint(0x4e00 + index)
  for (let index = 0; index < 130; index += 1) logError(new Error(name(index)))
  expect(taken()).toHaveLength(100)
  endSecond()
  expect(taken()).toEqual([[{ repeated: 30 }, 'Errors of other kinds occurred.']])
})

import { expect, test } from 'vitest'
import { createFailedSignInLog } from './failed-sign-in-log.ts'

/** A log, and a function that ends the minute. */
function createLog() {
  const lines: unknown[] = []
  const pending: (() => void)[] = []
  const report = createFailedSignInLog(
    (line, message) => lines.push([message, line]),
    (work, ms) => {
      expect(ms).toBe(60_000)
      pending.push(work)
    },
  )
  return {
    report,
    takeLines: () => lines.splice(0),
    endMinute: () => {
      for (const work of pending.splice(0)) work()
    },
  }
}

const mara = { owner: 'mara', network: 'home' }

test('a minute has one line for the first failure of an owner and network, and one for the others', () => {
  const { report, takeLines, endMinute } = createLog()
  for (let number = 0; number < 1000; number += 1) report(mara)
  report({ ...mara, network: 'away' })
  expect(takeLines()).toEqual([
    ['A sign-in failed.', { ...mara, attempts: 1 }],
    ['A sign-in failed.', { owner: 'mara', network: 'away', attempts: 1 }],
  ])
  endMinute()
  expect(takeLines()).toEqual([['Sign-ins failed.', { ...mara, attempts: 999 }]])
  endMinute()
  expect(takeLines()).toEqual([])
  report(mara)
  endMinute()
  expect(takeLines()).toEqual([['A sign-in failed.', { ...mara, attempts: 1 }]])
})

test('failures of ever new networks are 101 lines a minute', () => {
  const { report, takeLines, endMinute } = createLog()
  for (let number = 0; number < 5000; number += 1) report({ ...mara, network: String(number) })
  endMinute()
  const lines = takeLines()
  expect(lines).toHaveLength(101)
  expect(lines.at(-1)).toEqual(['Sign-ins of other owners or networks failed.', { attempts: 4900 }])
})

import { expect, test } from 'vitest'
import { json } from '../../src/reporters/reporter.ts'
import { report, setting, verdict } from './handmade-report.ts'

const text = json(report, verdict, setting)

test('it is the report with its verdict, and nothing is lost', () => {
  expect(JSON.parse(text)).toEqual({ ...report, ...verdict })
})

test('the names are in the same order in every run', () => {
  expect(Object.keys(JSON.parse(text))).toEqual([
    ...['url', 'checkedAt', 'milliseconds', 'requests', 'accounts'],
    ...['intermediaries', 'leftOut', 'rules', 'summary', 'verdict', 'undecided'],
    ...['exitCode', 'failOn', 'failed'],
  ])
})

test('it shows on a terminal without steering it', () => {
  expect(text).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
})

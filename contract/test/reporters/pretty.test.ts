import { expect, test } from 'vitest'
import { pretty } from '../../src/reporters/pretty.ts'
import { createPaint, type Paint } from '../../src/reporters/reporter.ts'
import { keptReport, keptVerdict, report, setting, verdict } from './handmade-report.ts'

test('a run that fails', async () => {
  await expect(pretty(report, verdict, setting)).toMatchFileSnapshot('pretty-failing.txt')
})

test('a run that does not', async () => {
  await expect(pretty(keptReport, keptVerdict, setting)).toMatchFileSnapshot('pretty-kept.txt')
})

test('nothing of the deployment steers the terminal', () => {
  expect(pretty(report, verdict, setting)).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
})

test('marks and the verdict have their colors', () => {
  const paint: Paint = (format, text) => `<${format}>${text}</${format}>`
  const lines = pretty(report, verdict, { ...setting, paint }).split('\n')
  expect(lines.filter((line) => /<(red|yellow|green)>/.test(line))).toEqual([
    '<red>✗</red> <bold>1 rule failed</bold>: key-truncated',
    '  <red>✗</red> <bold>key-truncated</bold> <dim>(must, 5.6)</dim>',
    expect.stringContaining(
      '<yellow>!</yellow> <bold>key-empty</bold> <dim>(assumed)</dim>: status',
    ),
    expect.stringContaining('<yellow>!</yellow> <bold>key-wording</bold> <dim>(should)</dim>: '),
    '<bold><red>Failed: key-truncated.</red></bold>',
  ])
})

test('a file is not painted', () => {
  const { PassThrough } = process.getBuiltinModule('node:stream')
  expect(createPaint(new PassThrough())('bold', 'text')).toBe('text')
})

import { expect, test } from 'vitest'
import { formatTimestamp, parseTimestamp, rfc822 } from './timestamp.ts'

const iso = (text: string, endOfDay = false) => {
  const time = parseTimestamp(text, endOfDay)
  return time === null ? null : new Date(time).toISOString()
}

test.each([
  ['2026-01-02', '2026-01-02T00:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['0099-12-31', '0099-12-31T00:00:00.000Z'],
  ['2026-01-02T03:04', '2026-01-02T03:04:00.000Z'],
  ['2026-01-02T03:04Z', '2026-01-02T03:04:00.000Z'],
  ['2026-01-02T03:04:05', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02T03:04:05.250Z', '2026-01-02T03:04:05.250Z'],
  ['2026-01-02T03:04:05.5+02:30', '2026-01-02T00:34:05.500Z'],
  ['2026-01-02T03:04:05-0800', '2026-01-02T11:04:05.000Z'],
  ['2026-01-01T00:30:00+01', '2025-12-31T23:30:00.000Z'],
])('%s is %s', (text, expected) => {
  expect(iso(text)).toBe(expected)
})

test('a plain date can mean the end of its day, a date-time never does', () => {
  expect(iso('2026-01-02', true)).toBe('2026-01-02T23:59:59.999Z')
  expect(iso('2026-01-02T00:00', true)).toBe('2026-01-02T00:00:00.000Z')
})

test.each([
  '',
  ' 2026-01-02',
  '2026-1-2',
  '2026',
  '20260102',
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-01-02 03:04',
  '2026-01-02T03',
  '2026-01-02T24:00',
  '2026-01-02T03:60',
  '2026-01-02T03:04:60',
  '2026-01-02T03:04:05.Z',
  '2026-01-02T03:04:05 02:00',
  '2026-01-02T03:04:05+24:00',
  '2026-01-02T03:04:05+0260',
  '2026-01-02Z',
  '2026-01-02t03:04z',
  'tomorrow',
  '2026-01-02\n',
  '٢٠٢٦-01-02',
])('%j is no time', (text) => {
  expect(parseTimestamp(text, false)).toBe(null)
})

test('fractions below a millisecond count', () => {
  const whole = parseTimestamp('2026-01-02T03:04:05.001Z', false) ?? 0
  const more = parseTimestamp('2026-01-02T03:04:05.0015Z', false) ?? 0
  expect(more).toBeGreaterThan(whole)
  expect(Math.ceil(more) - whole).toBe(1)
})

test('the service writes whole seconds with a colon in the offset, RSS the RFC 822 form', () => {
  const time = Date.UTC(2026, 1, 28, 17, 45, 10, 999)
  expect(formatTimestamp(time)).toBe('2026-02-28T17:45:10+00:00')
  expect(rfc822(time)).toBe('Sat, 28 Feb 2026 17:45:10 GMT')
})

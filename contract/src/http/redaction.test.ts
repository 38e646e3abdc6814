import { expect, test } from 'vitest'
import { createRedact } from './redaction.ts'

const key = '0123456789abcdef'.repeat(4)
const other = 'fedcba9876543210'.repeat(4)

test('a key becomes the variable that holds it, in every form that is sent', () => {
  const redact = createRedact([key])
  expect(redact(`?api_key=${key}&b`)).toBe(`?api_key=\${PHOTOFEED_KEY}&b`)
  expect(redact(`?api_key=${key.toUpperCase()}`)).toBe(`?api_key=\${PHOTOFEED_KEY^^}`)
  expect(redact(`?api_key=${key.slice(0, -1)}`)).toBe(`?api_key=\${PHOTOFEED_KEY:0:63}`)
})

test('several keys have a variable each', () => {
  expect(createRedact([key, other])(`${other} ${key}`)).toBe(
    `\${PHOTOFEED_KEY_2} \${PHOTOFEED_KEY_1}`,
  )
})

test('nothing is left of a key in a text that was cut within it', () => {
  expect(createRedact([key])(`<a href="?api_key=${key.slice(0, 20)}…`)).toBe(
    `<a href="?api_key=\${PHOTOFEED_KEY:0:20}…`,
  )
})

test('a key that is none is hidden too, and nothing else', () => {
  expect(createRedact(['a.c'])('a.c abc')).toBe(`\${PHOTOFEED_KEY} abc`)
  expect(createRedact(['', 'x'])('oxo')).toBe(`o\${PHOTOFEED_KEY_2}o`)
})

import { expect, test } from 'vitest'
import { forgottenTexts } from './former-labels.ts'

const row = "  wait: 'Wait for it',"
const labels = `${row}\n  show: 'Show token', // formerly "Reveal"\n`
const load = `wait: 'Load', // formerly "Wait for it"`

test.each([
  [row, '"Wait for it" is now called "Load".', 'It is "Wait for it" still,'],
  ["  load: 'Load',", '', 'Write // formerly "Wait for it" behind'],
  ["  wait: 'Load',", '', `Write ${load}`],
  [`  ${load}`, '"Load" is now "Wait for it".', 'Say in a changeset: "Wait for it" is now "Load"'],
])('what a row and a changeset forget: %s %s', (now, changeset, advice) => {
  const found = forgottenTexts(labels, labels.replace(row, now), [changeset])
  expect(found[0]).toContain(advice)
})

test.each([
  [labels, ''],
  [labels.replace(row, `  ${load}`), '"Wait for it" is now called "Load".'],
  [labels.replace(row, `  ${load.replace('wait', 'load')}`), '"Wait for it" is now "Load".'],
  [labels.replace(`${row}\n`, ''), ''],
  [labels.replace(row, "  undo: 'Undo',"), '"Wait for it" is gone.'],
  [labels, '"Wait for it" is now beside "Show token".'],
])('nothing is forgotten: %s', (now, changeset) => {
  expect(forgottenTexts(labels, now, [changeset])).toEqual([])
})

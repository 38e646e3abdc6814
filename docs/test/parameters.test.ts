import { readFileSync } from 'node:fs'
import { parameters } from '@photofeed/openapi'
import { expect, test } from 'vitest'
import { optionNames } from '../../sdk/src/parameters.ts'

const page = (name: string) =>
  readFileSync(new URL(`../src/content/docs/${name}.mdx`, import.meta.url), 'utf8')

test.each([
  ['specification/endpoints', Object.keys(parameters)],
  // Cursors have a page of their own.
  ['guides/filters', optionNames.filter((name) => name !== 'cursor')],
])('%s has a row for each parameter', (name, expected) => {
  const rows = page(name).match(/^\| .*/gm) ?? []
  expect(expected.filter((one) => !rows.some((row) => row.includes(`\`${one}\``)))).toEqual([])
})

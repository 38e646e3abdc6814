import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('the manual of the SDK names every option', () => {
  const manual = read('docs/manual/sdk.md')
  const options = read('sdk/api/index.api.md')
    .match(/^interface (Feed|Request)Options .+?^}/gms)
    ?.flatMap((text) => [...text.matchAll(/^ {4}readonly (\w+)/gm)].map(([, name = '']) => name))
  expect(options).toEqual(expect.arrayContaining(['apiKey', 'timeout']))
  expect(options?.filter((name) => !new RegExp(`\\b${name}\\b`).test(manual))).toEqual([])
})

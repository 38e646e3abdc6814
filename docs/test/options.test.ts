import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** The fields of the interfaces in a file whose names match the pattern. */
function fieldsIn(path: string, interfaces: string): string[] {
  const pattern = new RegExp(`^(?:export )?interface (?:${interfaces}) .+?^}`, 'gms')
  const texts = read(path).match(pattern) ?? []
  return texts.flatMap((text) =>
    [...text.matchAll(/^(?: {2}| {4}readonly )(\w+)\??:/gm)].map(([, name = '']) => name),
  )
}

test('the manual of the SDK names every option', () => {
  const options = fieldsIn('sdk/api/index.api.md', 'FeedOptions|RequestOptions')
  expect(options).toEqual(expect.arrayContaining(['apiKey', 'timeout']))
  const manual = read('docs/manual/sdk.md')
  expect(options.filter((name) => !new RegExp(`\\b${name}\\b`).test(manual))).toEqual([])
})

test('the manual of the mock has a row for each setting of a fault', () => {
  const path = 'mock-server/src/faults/fault-settings.ts'
  const settings = fieldsIn(path, 'FaultSettings|ConditionSettings')
  expect(settings).toEqual(expect.arrayContaining(['status', 'query']))
  const manual = read('docs/manual/mock-server.md')
  expect(settings.filter((name) => !manual.includes(`\n| \`${name}\` |`))).toEqual([])
})

import { expect, test } from 'vitest'
import { generatedFiles } from './generate.ts'
import { readText } from './packages.ts'

// In this process, where the mock is the one of the sources: nothing else may build while it runs.
test('the files that follow from the builds are up to date', async () => {
  const stale: string[] = []
  for await (const [path, text] of generatedFiles('builds'))
    if (readText(path) !== text) stale.push(path)
  expect(stale, 'Run `npm run generate:built`.').toEqual([])
})

import { expect, test } from 'vitest'
import { bundlePage } from '../../../test-support/bundle.ts'
import { portableBundle } from '../../../test-support/portable-bundle.ts'

test('mock.fetch loads nothing of MSW', async () => {
  const { inputs } = await bundlePage(`import { createMock } from '@photofeed/mock-server'
    globalThis.mock = createMock`)
  expect(inputs.filter((name) => /node_modules\/@?msw/.test(name))).toEqual([])
})

test('runs outside of Node: no Node import is reachable', async () => {
  expect(await portableBundle(new URL('../../src/index.ts', import.meta.url))).not.toEqual([])
})

import { createMemoryStore } from '@photofeed/core'
import { accountScenarios } from '@photofeed/core/scenarios'
import { expect, test } from 'vitest'
import { withServerError } from './server-error.ts'

test('only the published key fails', async () => {
  const store = withServerError(createMemoryStore([]))
  const key = accountScenarios.find(({ name }) => name === 'server-error')?.apiKey ?? ''
  await expect(store.findAccountByKey(key)).rejects.toThrow('on purpose')
  expect(await store.findAccountByKey('0'.repeat(64))).toBeNull()
  expect(await store.findPost(1, '1')).toBeNull()
})

test('another key can be named', async () => {
  const store = withServerError(createMemoryStore([]), 'f'.repeat(64))
  await expect(store.findAccountByKey('f'.repeat(64))).rejects.toThrow('on purpose')
})

import type { FeedStore } from '@photofeed/core'
import { accountScenarios } from '@photofeed/core/scenarios'

const published = accountScenarios.find(({ name }) => name === 'server-error')?.apiKey

/** The same store, which fails for one key: how a client meets the specified 500. */
export function withServerError(
  store: FeedStore,
  apiKey: string | undefined = published,
): FeedStore {
  return {
    ...store,
    async findAccountByKey(key) {
      if (key === apiKey) throw new Error('The demo fails on purpose for this key')
      return store.findAccountByKey(key)
    },
  }
}

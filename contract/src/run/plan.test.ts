import { expect, test } from 'vitest'
import { catalog } from '../catalog/catalog.ts'
import type { SurveyedAccount } from '../http/exchange.ts'
import { planOf } from './plan.ts'

const requestRules = catalog
  .filter(({ kind }) => kind === 'request')
  .map(({ id }) => id)
  .toSorted()

const post = {
  id: '1',
  mediaType: 'CAROUSEL_ALBUM',
  timestamp: '2026-01-01T00:00:00+00:00',
  caption: 'Harbour',
  children: [{ id: '2' }],
  comments: [{ id: '3' }],
  sizes: { 320: 'https://feed.example/320.jpg' },
}

const values = [null, 7, true, 'text', {}, [], [null], [7]]

test.each(Object.keys(post))('plans each rule for a post whose %s has a wrong type', (field) => {
  for (const value of values) {
    const posts = [{ ...post, [field]: value }] as unknown as SurveyedAccount['posts']
    const account: SurveyedAccount = {
      ...{ key: 'f'.repeat(64), name: 'premium', state: 'readable', plan: 'premium', posts },
      ...{ status: 'ready', feed: new Map(), exchanges: [] },
      ...{ malformed: null, duplicateOf: null, trouble: null },
    }
    const { first, impossible } = planOf(catalog, [account])
    const planned = [...first, ...impossible].map(({ rule }) => rule.id)
    expect(planned.toSorted()).toEqual(requestRules)
  }
})

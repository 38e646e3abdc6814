import { expect, test } from 'vitest'
import { budgets, expectWithin, measure } from './budgets.ts'

test.each(Object.keys(budgets))('%s is within its budget', async (name) => {
  const value = await measure(name)
  if (value !== null) expectWithin(name, value)
})

test('a value above its budget says by how much, and how to raise it', () => {
  const { most = 0 } = budgets['sdk .'] ?? {}
  expect(() => expectWithin('sdk .', most + 5)).toThrow(
    `"sdk ." is ${most + 5}, 5 above its budget of ${most}. Make room, or run: npm run budgets -- set 'sdk .' ${most + 5} '<why users get more>'`,
  )
})

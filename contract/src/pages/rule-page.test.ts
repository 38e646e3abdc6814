import { expect, test } from 'vitest'
import { catalog } from '../catalog/catalog.ts'
import { rulePage } from './rule-page.ts'

test('every rule has a page, with requests when it sends any, and no key on it', () => {
  for (const rule of catalog) {
    const page = rulePage(rule)
    expect(Object.keys(page.requests).length > 0, rule.id).toBe(rule.kind === 'request')
    expect(JSON.stringify(page)).not.toMatch(/0123456789abcdef|fedcba9876543210/)
  }
})

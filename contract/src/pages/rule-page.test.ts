import { expect, test } from 'vitest'
import { catalog } from '../catalog/catalog.ts'
import { rulePage, specimenAccount } from './rule-page.ts'

test('every rule has a page, with requests when it sends any, and no key on it', () => {
  for (const rule of catalog) {
    const page = rulePage(rule)
    expect(Object.keys(page.requests).length > 0, rule.id).toBe(rule.kind === 'request')
    expect(JSON.stringify(page)).not.toContain(specimenAccount.key.slice(0, 16))
    expect(JSON.stringify(page), rule.id).not.toContain('undefined')
  }
})

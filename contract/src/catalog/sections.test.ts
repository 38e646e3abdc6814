import { expect, test } from 'vitest'
import { catalog } from './catalog.ts'
import { bySection } from './sections.ts'

test('entries are grouped by the section that has a title, in the order of the specification', () => {
  const entries = ['10.1', '5.6', '2.2', '5', '2.1.4'].map((section) => ({ section }))
  expect(bySection(entries)).toEqual([
    { number: '2.1', title: 'The account with its posts', entries: [{ section: '2.1.4' }] },
    { number: '2.2', title: 'Posts', entries: [{ section: '2.2' }] },
    { number: '5', title: 'Authentication', entries: [{ section: '5.6' }, { section: '5' }] },
    { number: '10', title: 'More', entries: [{ section: '10.1' }] },
  ])
})

test('the section of every rule has a title', () => {
  const untitled = bySection(catalog).filter(({ title }) => title === 'More')
  expect(untitled).toEqual([])
})

import { expect, test, vi } from 'vitest'
import { attributeNames, completeOptions, propertyNames } from './options.ts'

const propertyOf = (name: string) => propertyNames[attributeNames.indexOf(name)]

/** Returns the options of an element with these attributes, and the warnings. */
async function read(attributes: Readonly<Record<string, string>>) {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const properties = Object.entries(attributes).map(([name, value]) => [propertyOf(name), value])
  const options = completeOptions(Object.fromEntries(properties))
  // What logs them is loaded on demand.
  await import('./check.ts')
  const warnings = warn.mock.calls.map(([text]) => text)
  warn.mockRestore()
  return { options, warnings }
}

const defaults = {
  feed: null,
  src: null,
  apiKey: null,
  layout: 'grid',
  columns: 3,
  gap: null,
  theme: 'plain',
  pageSize: 12,
  limit: null,
  loadMore: 'button',
  type: null,
  withWords: null,
  withoutWords: null,
  hiddenPosts: null,
  pinnedPosts: null,
  captions: null,
  showProfile: false,
  counts: false,
  imageFormat: 'webp',
  openIn: 'platform',
  target: null,
  consent: 'granted',
  ownerNotice: false,
  albums: false,
}

test('an element without attributes has the defaults', async () => {
  expect(await read({})).toEqual({ options: defaults, warnings: [] })
  expect(completeOptions({})).toEqual(defaults)
})

test('each attribute has a property in camel case', () => {
  expect(attributeNames).toContain('owner-notice')
  expect(propertyNames).toContain('ownerNotice')
  expect(Object.keys(defaults)).toEqual(propertyNames)
})

test.each([
  [
    { src: 'https://feed.example', 'api-key': 'k' },
    { src: 'https://feed.example', apiKey: 'k' },
  ],
  [
    { columns: '6', 'page-size': '100' },
    { columns: 6, pageSize: 100 },
  ],
  [
    { type: 'REELS', 'image-format': 'jpg' },
    { type: 'REELS', imageFormat: 'jpg' },
  ],
  [{ 'owner-notice': '' }, { ownerNotice: true }],
  [{ 'owner-notice': 'owner-notice' }, { ownerNotice: true }],
  [{ 'owner-notice': 'false' }, { ownerNotice: false }],
  [{ limit: '', columns: '', type: '', 'image-format': '' }, {}],
])('%j', async (attributes, values) => {
  expect(await read(attributes)).toEqual({ options: { ...defaults, ...values }, warnings: [] })
})

test.each([
  ['page-size', '0', 'a whole number from 1 to 100'],
  ['page-size', '101', 'a whole number from 1 to 100'],
  ['page-size', '12.5', 'a whole number from 1 to 100'],
  ['page-size', 'abc', 'a whole number from 1 to 100'],
  ['layout', 'Grid', 'grid, masonry, carousel, list, tiles'],
  ['columns', 'many', 'a number from 1 to 9, or numbers by width such as "1 600:2 900:3"'],
  ['columns', '600:2', 'a number from 1 to 9, or numbers by width such as "1 600:2 900:3"'],
  ['gap', '1rem}*{display:none', 'a CSS length such as 1rem'],
  ['gap', '-1px', 'a CSS length such as 1rem'],
  ['image-format', 'avif', 'webp, jpg'],
  ['type', 'STORY', 'IMAGE, VIDEO, CAROUSEL_ALBUM, REELS'],
])('%s="%s" is logged once, and the default is used', async (name, value, expected) => {
  const warning = `<photo-feed>: ${name}="${value}" is not valid; it must be ${expected}. The default is used.`
  expect(await read({ [name]: value })).toEqual({ options: defaults, warnings: [warning] })
  expect(await read({ [name]: value })).toEqual({ options: defaults, warnings: [] })
})

test('options of renderFeed are parsed the same way', () => {
  expect(completeOptions({ columns: 2, ownerNotice: true, limit: undefined })).toEqual({
    ...defaults,
    columns: 2,
    ownerNotice: true,
  })
})

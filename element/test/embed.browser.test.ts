import { afterAll, beforeAll, expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { type Site, startSite } from './element-page.ts'

let site: Site

beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

test('two lines in a page of another site show the feed', async () => {
  const { mock } = site
  const { page, errors } = await site.open(
    `<script type="module" src="${mock.url}/embed.js"></script>
    <photo-feed api-key="${mock.key('premium')}" limit="6"></photo-feed>`,
  )
  const links = page.locator('photo-feed').getByRole('link')
  await expect.poll(() => links.count()).toBe(6)
  expect(errors).toEqual([])
})

test('a copy of the script beside no service needs the attribute src', async () => {
  const { mock } = site
  const copy = await (await fetch(`${mock.url}/embed.js`)).text()
  const { page, errors } = await site.open(
    `<script type="module" src="/photo-feed.js"></script>
    <photo-feed api-key="${mock.key('premium')}"></photo-feed>`,
    {
      prepare: (page) =>
        page.route('**/photo-feed.js', (route) =>
          route.fulfill({ contentType: 'text/javascript', body: copy }),
        ),
    },
  )
  await page.getByText('These photos cannot be shown right now.').waitFor()
  expect(errors).toEqual([
    '<photo-feed> TypeError: The attributes src and api-key are required. Check the attributes of the element.',
  ])
})

test('the mock lets browsers cache the script of a version for a year, as the service does', async () => {
  const cachingOf = async (query: string) =>
    (await fetch(`${site.mock.url}/embed.js${query}`)).headers.get('cache-control')
  expect(await cachingOf(`?v=${packageJson.version}`)).toBe('public, max-age=31536000, immutable')
  expect(await cachingOf('?v=0.0.1')).toBe('public, no-cache')
  expect(await cachingOf('')).toBe('public, no-cache')
})

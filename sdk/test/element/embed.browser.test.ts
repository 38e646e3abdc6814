import { afterAll, beforeAll, expect, test } from 'vitest'
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

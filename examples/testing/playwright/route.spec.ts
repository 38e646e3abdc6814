import { createMock, type Mock } from '@photofeed/mock-server'
import { test as base, expect } from '@playwright/test'

const baseUrl = 'https://photofeed.test'

// A mock for each test, without a port: it responds to the requests of the page.
const test = base.extend<{ mock: Mock }>({
  mock: async ({ page }, use) => {
    const mock = createMock({ baseUrl })
    await page.route(`${baseUrl}/**`, async (route) => {
      const request = route.request()
      const init = {
        method: request.method(),
        headers: request.headers(),
        body: request.postData(),
      }
      const response = await mock.fetch(request.url(), init).catch(() => null)
      if (!response) return route.abort() // a fault broke the connection
      const { status, headers } = response
      const body = Buffer.from(await response.arrayBuffer())
      await route.fulfill({ status, headers: Object.fromEntries(headers), body })
    })
    await use(mock)
    mock.verify()
  },
})

test('shows pictures', async ({ page, mock }) => {
  await page.goto(`/?feed=${baseUrl}&key=${mock.key('premium')}`)
  const picture = page.locator('img').first()
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
})

test('says that the feed has stopped updating', async ({ page, mock }) => {
  mock.transition('premium', 'expire')
  await page.goto(`/?feed=${baseUrl}&key=${mock.key('premium')}`)
  await expect(page.getByText('stopped updating')).toBeVisible()
})

test('reports an error when the connection is cut', async ({ page, mock }) => {
  mock.fault('premium', 'network-error')
  await page.goto(`/?feed=${baseUrl}&key=${mock.key('premium')}`)
  await expect(page.getByRole('alert')).toBeVisible()
})

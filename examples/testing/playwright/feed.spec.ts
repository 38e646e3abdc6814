import { type MockServer, startMockServer } from '@photofeed/mock-server/node'
import { test as base, expect } from '@playwright/test'

// One mock for each worker, on a free port.
const test = base.extend<object, { mock: MockServer }>({
  mock: [
    async ({}, use) => {
      const mock = await startMockServer()
      await use(mock)
      await mock.close()
    },
    { scope: 'worker' },
  ],
})

test('shows pictures', async ({ page, mock }) => {
  await page.goto(`/?feed=${mock.url}&key=${mock.key('premium')}`)
  const picture = page.locator('img').first()
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
})

test('says that the feed has stopped updating', async ({ page, mock }) => {
  const own = mock.scope()
  own.transition('premium', 'expire')
  await page.goto(`/?feed=${mock.url}&key=${own.key('premium')}`)
  await expect(page.getByText('stopped updating')).toBeVisible()
})

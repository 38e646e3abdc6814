import { connectMock, type MockConnection } from '@photofeed/mock-server/client'
import { test as base, expect } from '@playwright/test'

// Each test has an account that no other test changes. The cookie selects it, through the server of the app.
const test = base.extend<{ mock: MockConnection; account: string }>({
  mock: async ({}, use) =>
    use(await connectMock(`http://127.0.0.1:${process.env.MOCK_PORT ?? '4500'}`)),
  account: async ({ mock, context, baseURL }, use) => {
    const { name } = await mock.copy('premium')
    await context.addCookies([{ name: 'x-photofeed-scenario', value: name, url: baseURL }])
    await use(name)
  },
})

test('shows a post that was published a moment ago', async ({ page, mock, account }) => {
  await page.goto('/')
  await expect(page.getByRole('status')).toBeHidden()
  await mock.posts(account).publish({ mediaType: 'IMAGE', caption: 'Open from six' })
  await page.reload()
  await expect(page.getByText('Open from six')).toBeVisible()
})

test('says that the feed has stopped updating', async ({ page, mock, account }) => {
  await mock.transition(account, 'expire')
  await page.goto('/')
  await expect(page.getByText('stopped updating')).toBeVisible()
})

test('reads again while the service is unavailable', async ({ page, mock, account }) => {
  await mock.fault(account, { status: 503, retryAfter: 0, times: 1 })
  await page.goto('/')
  await expect(page.getByRole('heading')).toHaveText('harbour.and.hearth')
  const requests = await mock.requests()
  expect(requests.for(account).map(({ status }) => status)).toEqual([503, 200])
})

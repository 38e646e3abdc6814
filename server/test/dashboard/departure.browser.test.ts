import { expect, onTestFinished, test } from 'vitest'
import { shareBrowser } from '../../../test-support/browser.ts'
import { labels } from '../../src/labels.ts'
import { serveHttp } from '../support/http/serve-http.ts'
import { dashboardWorld } from './dashboard-world.ts'
import { signUpIn } from './visitor.ts'

test.each([true, false])(
  'the platform may lead on to a host of its own to log in, scripts or not: %s',
  async (javaScriptEnabled) => {
    const { url: login } = await serveHttp((_, res) => res.end('Log in'))
    const { url: authorize } = await serveHttp((_, res) =>
      res.writeHead(302, { Location: login }).end(),
    )
    const never = () => Promise.reject(new Error('not expected'))
    const world = await dashboardWorld({
      platform: {
        authorizeUrl: ({ state }) => `${authorize}/authorize?scope=a,b&state=${state}`,
        ...{ exchangeCode: never, profile: never },
      },
    })
    const browser = shareBrowser()
    onTestFinished(() => browser.close())
    const page = await browser.newPage({ baseURL: world.url, javaScriptEnabled })
    const referrers: unknown[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(authorize)) referrers.push(request.headers().referer)
    })
    await signUpIn(page, world)
    await page.goto('/accounts')
    await page.getByRole('button', { name: labels.connect }).click()
    await page.waitForURL(`${login}/`)
    expect(await page.locator('body').innerText()).toBe('Log in')
    expect(referrers).toEqual([undefined])
  },
)

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '../../test-support/accessibility.ts'
import { browserOfFile } from '../../test-support/browser.ts'
import { hurdles, overflow, walks } from '../../test-support/walk.ts'
import { labels } from '../src/labels.ts'
import { type DemoServer, startDemo } from './support/demo-server.ts'

const gallery = fileURLToPath(new URL('../../examples/gallery/dist', import.meta.url))
const browser = browserOfFile()
let demo: DemoServer
beforeAll(async () => {
  // As `npm start` does.
  if (!existsSync(gallery))
    execFileSync('npm', ['run', '--silent', 'build', '-w', 'examples/gallery'])
  demo = await startDemo('--gallery', gallery)
}, 120_000)
afterAll(() => demo?.stop())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const status = async (key: string) => (await fetch(`${demo.url}/api/v1/me?api_key=${key}`)).status

/** The steps of the start page that are done. */
const doneSteps = async (page: Page) =>
  (await page.locator('.steps .is-done h3').allInnerTexts()).map((text) => text.split('\n', 1)[0])

/** Sends a form and waits for the response. Leaving the page earlier would cancel the request. */
async function send(page: Page, button: Locator) {
  const handled = page.waitForEvent('framenavigated')
  await button.click()
  await handled
}

test('localhost leads to the address that the pages name', async () => {
  const { origin } = new URL(demo.url)
  const page = await browser.newPage()
  await page.goto(`${origin.replace('127.0.0.1', 'localhost')}/demo/platform?user=1`)
  expect(page.url()).toBe(`${origin}/demo/platform?user=1`)
})

test('a newcomer connects an account, uses its key, replaces it, and repairs the connection', async () => {
  const page = await browser.newPage({ baseURL: demo.url })
  const foreign: string[] = []
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (hostname !== '127.0.0.1' && !['data:', 'blob:'].includes(protocol))
      foreign.push(request.url())
  })

  await page.goto('/')
  await page.getByRole('link', { name: 'Sign up' }).first().click()
  await page.getByLabel('Email address').fill('newcomer@example.com')
  await send(page, button(page, 'Sign up'))
  const chooseLink = page.getByRole('link', { name: /reset-password\?token=/ })
  await expect
    .poll(async () => {
      await page.goto('/demo/outbox')
      return chooseLink.count()
    })
    .toBe(1)
  await chooseLink.click()
  await page.getByLabel('Password').fill('a long password')
  await send(page, button(page, 'Create my account'))
  const header = page.locator('header')
  const headerOfAccounts = await header.textContent()
  for (const path of ['/no-such-page', '/']) {
    await page.goto(path)
    expect(await header.textContent()).toBe(headerOfAccounts)
  }
  await send(page, button(page, 'Switch to Premium'))
  await page.getByText('Your accounts are on the Premium plan.').waitFor()
  await page.getByRole('link', { name: labels.connect }).first().click()
  await button(page, labels.connect).click()
  await button(page, 'Allow').click()

  const card = page.locator('#feed')
  await card.locator('.status.ready').waitFor({ timeout: 30_000 })
  const feed = new URL(page.url()).pathname
  const keyOf = async () => (await card.getAttribute('data-api-key')) ?? ''
  const key = await keyOf()
  const account = await (await fetch(`${demo.url}/api/v1/me?api_key=${key}`)).json()
  expect(account).toMatchObject({ username: 'harbour.and.hearth', status: 'ready' })
  expect(account.posts).toHaveLength(100)

  await page.getByRole('link', { name: 'Playground', exact: true }).click()
  await button(page, /^Send/).click()
  await page.locator('main img').first().waitFor()
  await expect
    .poll(() =>
      page
        .locator('main img')
        .evaluateAll((images) =>
          images.slice(0, 4).every((image) => (image as HTMLImageElement).naturalWidth > 0),
        ),
    )
    .toBe(true)

  await page.getByRole('link', { name: 'GraphQL' }).click()
  await button(page, 'Run the query').click()
  await page.locator('.response', { hasText: 'harbour.and.hearth' }).waitFor()

  await page.goto(feed)
  await page.locator('summary', { hasText: labels.account }).click()
  await page.getByRole('link', { name: labels.replaceKey }).click()
  await button(page, labels.replaceTheKey).click()
  await page.getByText('The new key is active.').waitFor()
  const fresh = await keyOf()
  expect([await status(key), await status(fresh)]).toEqual([401, 200])

  await page.goto('/')
  expect(await doneSteps(page)).toEqual(['Sign up', labels.connect, labels.put])
  await page.goto('/demo/platform')
  const user = page.getByRole('article').filter({ hasText: '@harbour.and.hearth' })
  await user.getByLabel('Fault').selectOption('password-changed')
  await send(page, user.getByRole('button', { name: 'Set the fault' }))
  await page.goto(feed)
  await page.locator('summary', { hasText: labels.account }).click()
  await button(page, labels.refresh).click()
  await card.locator('.status.invalid_token').waitFor({ timeout: 30_000 })
  expect([await status(fresh)]).toEqual([200])

  await expect
    .poll(async () => {
      await page.goto('/demo/outbox')
      return page.locator('main').innerText()
    })
    .toContain('ended when your password was changed')
  await page
    .getByRole('link', { name: `${demo.url}/accounts` })
    .first()
    .click()
  await button(page, labels.reconnect).click()
  await button(page, 'Allow').click()
  await page.getByText('is connected again.').waitFor()
  expect(await keyOf()).toBe(fresh)
  await card.locator('.status.ready').waitFor()

  await page.goto('/demo/platform')
  expect(await user.locator('.notice').count()).toBe(0)

  // The platform notifies the service by a callback.
  await send(page, user.getByRole('button', { name: 'Remove the app' }))
  await page.goto(feed)
  await card.locator('.status.invalid_token').waitFor()
  await button(page, labels.reconnect).click()
  await button(page, 'Allow').click()
  await page.getByText('is connected again.').waitFor()

  await page.goto('/')
  await button(page, 'Break the connection').click()
  await page.getByText('Connection broken. One email was sent.').waitFor()
  await page.goto('/')
  expect(await doneSteps(page)).toHaveLength(4)
  expect(foreign).toEqual([])
})

test('the gallery shows the posts of the ready accounts', async () => {
  const page = await browser.newPage({ baseURL: demo.url })
  await page.goto('/')
  await page.getByRole('link', { name: /gallery/ }).click()
  await page.getByRole('heading', { name: 'Harbour & Hearth' }).waitFor()
  await expect.poll(() => page.getByRole('listitem').getByRole('img').count()).toBeGreaterThan(6)
  await page.close()
})

test.each(['/', '/demo/platform', '/demo/outbox', '/demo/components'])(
  'axe finds no violation on %s',
  async (path) => {
    const page = await browser.newPage({ baseURL: demo.url })
    await page.goto(path)
    if (walks) expect(await hurdles(page)).toEqual([])
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overflow(page)).toBe(0)
    }
    expect(await violations(page)).toEqual([])
    await page.close()
  },
)

test('only forms of the demo control the emulated platform', async () => {
  for (const path of ['/demo/plan', '/demo/platform/17851400000000001']) {
    const response = await fetch(demo.url + path, {
      method: 'POST',
      headers: { Origin: 'https://elsewhere.example' },
      body: new URLSearchParams({ do: 'break', fault: 'app-removed', plan: 'free' }),
    })
    expect(response.status).toBe(403)
  }
})

import { listen } from '@photofeed/core/node'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { violations } from '../../../test-support/accessibility.ts'
import { type SharedBrowser, shareChromium } from '../../../test-support/chromium.ts'
import { app, platformWorld } from './platform-world.ts'

let browser: SharedBrowser

beforeAll(async () => {
  browser = await shareChromium()
})
afterAll(() => browser?.close())

/** Opens the page as if an app on another port had sent the browser to it. */
async function openPage() {
  const site = await listen('127.0.0.1', 0)
  site.server.on('request', (_, response) => response.end('Back at the app'))
  onTestFinished(() => {
    site.server.closeAllConnections()
    return site.close()
  })
  const world = await platformWorld({}, 1200)
  const redirectUri = `${site.url}/connect/callback/`
  world.emulator.register({ ...app, redirectUris: [redirectUri] })
  const query = new URLSearchParams({
    client_id: app.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'instagram_business_basic,instagram_business_manage_comments',
    state: 'of this browser',
  })
  const page = await browser.newPage()
  const trouble: string[] = []
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (![world.emulator.url, site.url, 'null'].includes(origin)) trouble.push(request.url())
  })
  page.on('console', (message) => trouble.push(message.text()))
  page.on('pageerror', (error) => trouble.push(error.message))
  await page.goto(`${world.emulator.hosts.authorize}/oauth/authorize?${query}`)
  return { ...world, page, trouble, redirectUri }
}

const back = (page: Page) => new URL(page.url())

test('the keyboard is enough: choose an owner, leave out the comments, allow', async () => {
  const { page, trouble, redirectUri, emulator } = await openPage()
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(
    'photofeed requests access to your photos',
  )
  expect(await page.getByRole('radio').count()).toBe(6)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Back at the app').waitFor()

  const { origin, pathname, searchParams, hash } = back(page)
  expect(origin + pathname).toBe(redirectUri)
  expect([...searchParams.keys()]).toEqual(['code', 'state'])
  expect(searchParams.get('state')).toBe('of this browser')
  expect(hash).toBe('#_')
  const form = { grant_type: 'authorization_code', redirect_uri: redirectUri }
  const reply = await fetch(`${emulator.hosts.token}/oauth/access_token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...form,
      client_id: app.clientId,
      client_secret: app.clientSecret,
      code: searchParams.get('code') ?? '',
    }),
  })
  expect(await reply.json()).toEqual({
    data: [
      {
        access_token: expect.stringMatching(/^IGAA/),
        user_id: '92851400000000012',
        permissions: 'instagram_business_basic',
      },
    ],
  })
  expect(trouble).toEqual([])
})

test('saying no leads back as well', async () => {
  const { page, trouble } = await openPage()
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.getByText('Back at the app').waitFor()
  expect(Object.fromEntries(back(page).searchParams)).toEqual({
    error: 'access_denied',
    error_reason: 'user_denied',
    error_description: 'The user denied your request',
    state: 'of this browser',
  })
  expect(trouble).toEqual([])
})

test('every picture loads, narrow windows do not scroll sideways, and axe has no complaint', async () => {
  const { page } = await openPage()
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const seen = await page.evaluate(() => ({
      sideways: document.documentElement.scrollWidth - innerWidth,
      pictures: [...document.images].map(({ naturalWidth }) => naturalWidth),
    }))
    expect(seen).toEqual({ sideways: 0, pictures: [1200, 1200, 1200, 1200, 1200] })
  }
  expect(await violations(page)).toEqual([])
})

test('the page and its errors cannot be framed, and run no script', async () => {
  const { page, emulator, redirectUri } = await openPage()
  const policy = (targets: string) =>
    `default-src 'none'; style-src 'self'; img-src 'self' data:; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`
  const good = await fetch(page.url())
  expect(good.headers.get('Content-Security-Policy')).toBe(
    policy(`'self' ${new URL(redirectUri).origin}`),
  )
  const bad = await fetch(`${emulator.hosts.authorize}/oauth/authorize?client_id=%3Cscript%3E`)
  expect([bad.status, bad.headers.get('Content-Security-Policy')]).toEqual([400, policy("'self'")])
  expect(await bad.text()).not.toContain('<script')
})

import type { Locator, Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { violations } from '../../../test-support/accessibility.ts'
import { browserOfFile } from '../../../test-support/browser.ts'
import { hurdles, overflow, walks } from '../../../test-support/walk.ts'
import { labels, states } from '../../src/labels.ts'
import { tokenIn } from '../support/owners.ts'
import { type DashboardWorld, dashboardWorld } from './dashboard-world.ts'
import { mara, signUpIn } from './visitor.ts'

const browser = browserOfFile()

/** A page that may use the clipboard, and what it did that it should not. */
async function openPage(world: DashboardWorld) {
  const context = await browser.newContext({
    permissions: ['clipboard-read', 'clipboard-write'],
    baseURL: world.url,
  })
  const page = await context.newPage()
  const trouble: string[] = []
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (![world.url, world.emulator.url, 'null'].includes(origin)) trouble.push(request.url())
  })
  page.on('console', (message) => {
    // Chromium says so when a click comes before its autofocus.
    if (!message.text().startsWith('Autofocus')) trouble.push(message.text())
  })
  page.on('pageerror', (error) => trouble.push(error.message))
  return { page, trouble }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const openLine = (page: Page, name: string) => page.locator('summary', { hasText: name }).click()
const notice = (page: Page) => page.locator('.notice').first().innerText()

/** Connects the first account of who is signed in; its id. */
async function connect(page: Page): Promise<number> {
  await page.goto('/accounts')
  await button(page, labels.connect).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  return Number(await page.locator('#feed').getAttribute('data-account'))
}

test('the life of an account', async () => {
  const world = await dashboardWorld()
  const { connections, store } = world.database
  const { page, trouble } = await openPage(world)
  const readable = async (key: string) => (await store.findAccountByKey(key)) !== null

  await page.goto('/sign-up')
  await page.getByLabel('Email address').fill(mara.email)
  await button(page, 'Sign up').click()
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  await world.sendMails()
  await page.goto(`/reset-password?token=${tokenIn(world.mails[0])}`)
  await page.getByLabel('Password').fill(mara.password)
  await button(page, 'Create my account').click()
  await page.getByRole('heading', { name: 'Connect your first account' }).waitFor()

  await button(page, labels.connect).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Your feed' }).waitFor()
  expect(await notice(page)).toBe('@harbour.and.hearth is connected. Its posts are being imported.')
  await page.locator('.editor-page.importing').waitFor()
  const id = Number(await page.locator('#feed').getAttribute('data-account'))
  const keyOf = async () => (await page.locator(`#key-${id}`).textContent()) ?? ''
  const key = await keyOf()
  expect(await readable(key)).toBe(true)

  // The page finds out by itself when the import is done, and says so.
  await connections.apply(id, 'imported')
  await page.locator('.status.ready').waitFor()
  expect(await notice(page)).toBe('@harbour.and.hearth: Refreshing')

  await openLine(page, labels.developers)
  await button(page, 'Copy the API key').click()
  await page.getByText('Copied', { exact: true }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)

  const token = (await connections.token(id)) ?? ''
  expect(await page.content()).not.toContain(token)
  await openLine(page, labels.account)
  await page.getByRole('link', { name: labels.showToken }).click()
  await page.getByLabel('Password').fill(mara.password)
  await button(page, labels.showToken).click()
  await page.getByText(token).waitFor()
  await page.getByRole('link', { name: 'Back to your accounts' }).click()
  await page.getByRole('link', { name: '@harbour.and.hearth' }).click()
  await openLine(page, labels.account)
  await page.getByRole('link', { name: labels.replaceKey }).click()
  await button(page, labels.replaceTheKey).click()
  await page.getByText('The new key is active.').waitFor()
  const fresh = await keyOf()
  expect([await readable(key), await readable(fresh)]).toEqual([false, true])

  await connections.apply(id, 'access_lost', { reason: 'Your password was changed.' })
  await page.reload()
  expect(await notice(page)).toContain('Your password was changed.')
  await button(page, labels.reconnect).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('is connected again.').waitFor()
  expect(await keyOf()).toBe(fresh)

  await openLine(page, labels.account)
  await page.getByRole('link', { name: labels.removeAccount }).click()
  await button(page, labels.removeNow).click()
  await page.getByRole('heading', { name: 'Connect your first account' }).waitFor()
  expect(await readable(fresh)).toBe(false)

  await page.getByRole('link', { name: mara.email }).click()
  await page.getByRole('link', { name: labels.deleteAll }).click()
  await page.getByLabel('Password').fill(mara.password)
  await button(page, labels.deleteAll).click()
  await page.getByText('Your email address and password are deleted').waitFor()
  expect([trouble, world.errors]).toEqual([[], []])
})

test('a form is sent once, and its button is busy until the response', async () => {
  const world = await dashboardWorld()
  const { page } = await openPage(world)
  let sent = 0
  let respond = () => {}
  await page.route('**/sign-up', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent += 1
    await new Promise<void>((resolve) => {
      respond = resolve
    })
    await route.continue()
  })
  await page.goto('/sign-up')
  await page.getByLabel('Email address').fill(mara.email)
  const isBusy = await page.locator('form button').evaluate((button) => {
    for (const _ of [1, 2]) (button as HTMLButtonElement).click()
    return button.ariaBusy
  })
  expect(isBusy).toBe('true')
  await expect.poll(() => sent).toBe(1)
  respond()
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
})

test('an open page replaces its state: it repeats a request that failed, keeps the focus, and warns in the notice of a failure', async () => {
  const world = await dashboardWorld()
  const { page } = await openPage(world)
  await signUpIn(page, world)
  const id = await connect(page)
  await page.goto('/accounts')
  const link = page.getByRole('link', { name: '@harbour.and.hearth' })
  await link.focus()
  let failed = 0
  await page.route(
    '**/accounts',
    (route) => {
      failed += 1
      return route.abort()
    },
    { times: 1 },
  )
  await world.database.connections.apply(id, 'imported')
  await page.locator('.status.ready').waitFor()
  expect(failed).toBe(1)
  expect(await link.evaluate((link) => link === document.activeElement)).toBe(true)
  const response = await page.request.post(`/accounts/${id}/refresh`, {
    headers: { Origin: world.url },
    maxRedirects: 0,
  })
  await page.goto(response.headers().location ?? '')
  expect(await notice(page)).toBe('Refreshing @harbour.and.hearth. It takes a moment.')
  await world.database.tables.db
    .updateTable('work')
    .set({ attempts: 1, failing_since: world.time.now, run_at: world.time.now + 3_600_000 })
    .where('kind', '=', 'posts')
    .execute()
  await page.locator('main .notice.caution', { hasText: `: ${states.failing}` }).waitFor()
})

test('the keyboard is enough to sign in', async () => {
  const world = await dashboardWorld()
  const { page } = await openPage(world)
  await signUpIn(page, world)
  await page.context().clearCookies()
  await page.goto('/sign-in')
  // A browser that is busy gives the first field the focus after the page has loaded.
  await page.locator('[name=email]:focus').waitFor()
  await page.keyboard.type(mara.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(mara.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Accounts' }).waitFor()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content')
})

describe('axe has no complaint, and narrow windows do not scroll sideways', () => {
  async function open() {
    const world = await dashboardWorld()
    const page = await browser.newPage({ baseURL: world.url })
    onTestFinished(() => page.close())
    return { world, page }
  }

  async function look(page: Page, ...paths: string[]) {
    for (const path of paths) {
      await page.goto(path)
      expect(new URL(page.url()).pathname).toBe(path.split('?', 1)[0])
      if (walks) expect([path, await hurdles(page)]).toEqual([path, []])
      for (const width of [1280, 320]) {
        await page.setViewportSize({ width, height: 800 })
        expect([path, await overflow(page)]).toEqual([path, 0])
      }
      expect([path, await violations(page)]).toEqual([path, []])
    }
  }

  test('before somebody is signed in', async () => {
    const { page } = await open()
    await look(page, '/', '/sign-in?after=out', '/sign-up')
    await look(page, '/reset-password?token=t')
  })

  test('with an account that is imported, ready, and broken', async () => {
    const { world, page } = await open()
    const { connections } = world.database
    await signUpIn(page, world)
    await look(page, '/accounts', '/settings?after=password', '/settings/delete')
    const id = await connect(page)
    const feed = new URL(page.url()).pathname
    await look(page, '/accounts', `/accounts/${id}/regenerate`, `/accounts/${id}/remove`)
    await look(page, feed, `${feed}/replace`)
    await connections.apply(id, 'imported')
    await look(page, '/accounts', feed)
    await connections.apply(id, 'access_lost', { reason: 'Your password was changed.' })
    await look(page, '/accounts', feed)
  })
})

test('header and content of every page have one left edge', async () => {
  const world = await dashboardWorld()
  const { page } = await openPage(world)
  await signUpIn(page, world)
  await connect(page)
  const feed = new URL(page.url()).pathname
  for (const width of [1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/accounts', feed, '/playground', '/explorer', '/settings']) {
      await page.goto(path)
      const [logo, heading] = await page
        .locator('.brand, h1')
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().x))
      expect([width, path, heading]).toEqual([width, path, logo])
    }
  }
})

test('a screen reader meets the parts of the screen and of its dialog by name', async () => {
  const world = await dashboardWorld()
  const { page } = await openPage(world)
  await signUpIn(page, world)
  const id = await connect(page)
  await world.database.connections.apply(id, 'imported')
  await page.reload()
  /** The parts with a name, as deep as they are nested. */
  const parts = async (within: Locator) =>
    (await within.ariaSnapshot())
      .split('\n')
      .filter((line) => /- (?:form|region|group|heading|button|dialog)/.test(line))
  expect(await parts(page.locator('main'))).toEqual([
    '  - heading "Your feed" [level=1]',
    `  - button "${labels.put}"`,
    '  - region "Preview":',
    '    - group "Width":',
    '    - group "Page":',
    '    - group "Preview of your feed":',
    '  - form "Look":',
    '    - heading "Look" [level=2]',
    '    - group "Layout":',
    '    - group: Colors and background',
    '    - group: Which posts',
    '    - group: Behavior',
    '  - button "Undo" [disabled]',
    `  - group: ${labels.developers}`,
    `  - group: ${labels.account}`,
  ])
  await button(page, labels.put).click()
  expect(await parts(page.getByRole('dialog'))).toEqual([
    `- dialog "${labels.put}":`,
    `  - heading "${labels.put}" [level=2]`,
    '  - button "Close": ×',
    '  - heading "1 Which site?" [level=3]',
    '  - group "Which site?":',
  ])
})

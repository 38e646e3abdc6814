import type { BrowserContext, Locator, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { labels } from '../../src/labels.ts'
import { startDemo } from './demo-server.ts'
import { serveHttp } from './http/serve-http.ts'

/** An owner in front of a new service, who signs up and connects an account. Counts clicks. */
export async function ownerPath(context: BrowserContext) {
  const demo = await startDemo()
  onTestFinished(demo.stop)
  const page = await context.newPage()
  let clicks = 0
  async function click(target: Locator): Promise<void> {
    clicks += 1
    await target.click()
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto(`${demo.url}/sign-up`)
  await page.getByLabel('Email address').fill('owner@example.com')
  await click(button('Sign up'))
  await page.goto(`${demo.url}/demo/outbox?sent`)
  await click(page.getByRole('link', { name: 'Choose a password' }))
  await page.getByLabel('Password').fill('a long password')
  await click(button('Create my account'))
  await click(button(labels.connect))
  await click(page.getByRole('button', { name: 'Allow' }))
  await page.waitForURL(/\/feeds\/\w{8}\b/)
  return {
    ...{ demo, page, button, click },
    clicks: () => clicks,
    /** Copies the two lines for a kind of site. */
    async copyCode(place: string): Promise<string> {
      await click(button(labels.put).locator('visible=true'))
      await click(page.getByRole('radio', { name: place, exact: true }))
      await click(button('Copy').locator('visible=true'))
      return page.evaluate(() => navigator.clipboard.readText())
    },
    /** Opens one of the quiet lines, and follows one of its links. */
    async follow(line: string, name: string): Promise<void> {
      await page.locator('summary', { hasText: line }).click()
      await page.getByRole('link', { name, exact: true }).click()
    },
  }
}

export type OwnerPath = Awaited<ReturnType<typeof ownerPath>>

/** Serves a page of another origin until the test ends. Returns its address. */
export async function servePage(body: string): Promise<string> {
  const { url } = await serveHttp((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><html lang="en"><title>A site</title>${body}`)
  })
  return `${url}/`
}

/** What a visitor of a page sees of a feed. */
export function visit(page: Page) {
  const feed = page.locator('photo-feed')
  return {
    feed,
    posts: () => feed.locator('li[data-post]').count(),
    layout: () => feed.getAttribute('layout'),
    link: page.getByRole('link', { name: 'Our photos on Instagram' }),
  }
}

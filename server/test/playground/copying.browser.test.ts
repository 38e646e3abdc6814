import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPlayground, pagesInChromium, send, shownBody } from './pages.ts'

const pages = pagesInChromium()
const open = (fragment?: string) => openPlayground(pages, fragment)

const run = promisify(execFile)

async function copied(page: Page, button: string, note: string): Promise<string> {
  await page.getByRole('button', { name: button }).click()
  await page.getByText(note).waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

test('the copied curl command gets the same response in a shell', async () => {
  const page = await open(
    '#/api/v1/me?page[size]=2&filter[publishedAfter]=2000-01-01T00:00:00%2B02:00',
  )
  await send(page, 200)
  const command = await copied(page, 'Copy as curl', 'Copied the command.')
  const { stdout } = await run('sh', ['-c', command])
  expect(JSON.parse(stdout)).toEqual(JSON.parse(await shownBody(page)))
})

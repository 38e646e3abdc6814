import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { owned } from './page-server.ts'
import { openPlayground, pagesInChromium, send, shownBody } from './pages.ts'

const pages = pagesInChromium()
const open = (fragment?: string) => openPlayground(pages, fragment)

const run = promisify(execFile)
const key = owned[0]?.apiKey ?? ''

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

test('the copied address is the whole request', async () => {
  const page = await open('#/api/v1/accounts')
  await send(page, 200)
  const address = await copied(page, 'Copy the URL', 'Copied the URL.')
  const response = await fetch(address)
  expect(await response.json()).toEqual(JSON.parse(await shownBody(page)))
})

test.each([
  ['#/api/v1/me?page[size]=7&filter[type]=IMAGE&include[]=children', 'harbour.and.hearth 7\n'],
  ['#/api/v1/accounts', 'harbour.and.hearth ready\n'],
  ['#/api/v1/rss', 'Harbour & Hearth 100\n'],
])('the copied SDK code runs: %s', async (fragment, printed) => {
  const page = await open(fragment)
  const code = await copied(page, 'Copy as SDK code', 'Copied the SDK code.')
  expect(code).not.toContain(key)
  const folder = await mkdtemp(join(tmpdir(), 'photofeed-code-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'node_modules/@photofeed'), { recursive: true })
  const sdk = fileURLToPath(new URL('../../../sdk', import.meta.url))
  await symlink(sdk, join(folder, 'node_modules/@photofeed/sdk'))
  const file = join(folder, 'code.mts')
  await writeFile(file, code)
  const env = { ...process.env, PHOTOFEED_KEY: key }
  expect((await run(process.execPath, [file], { env })).stdout).toBe(printed)
})

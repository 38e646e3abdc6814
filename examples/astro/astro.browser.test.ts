import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connectionStatuses } from '@photofeed/openapi'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MockServer, startMockServer } from '../../mock-server/src/node.ts'
import { violations } from '../../testing/accessibility.ts'
import { launchChromium } from '../../testing/chromium.ts'
import { filesIn } from '../built-files.ts'
import { pictureWidths } from '../picture-widths.ts'
import { type StartedExample, startExample } from '../started-example.ts'
import { userEnvironment } from '../user-environment.ts'

const recorder = new URL('../../testing/contacted-hosts.ts', import.meta.url)

const { stale } = connectionStatuses.invalid_token

let folder: string
let mock: MockServer
let example: StartedExample
let browser: Browser

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photofeed-astro-'))
  mock = await startMockServer({ print: () => {} })
  example = await startExample('astro')
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await example?.stop()
  await mock?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Builds the site of a scenario into the folder of that name. */
async function build(scenario: string) {
  const child = spawn(process.execPath, ['build.ts', join(folder, scenario)], {
    cwd: import.meta.dirname,
    env: {
      ...userEnvironment(),
      PHOTOFEED_URL: mock.url,
      PHOTOFEED_KEY: mock.key(scenario),
      NODE_OPTIONS: `--import=${recorder}`,
      CONTACTED_HOSTS: join(folder, `${scenario}.hosts`),
    },
  })
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { code, stdout, stderr }
}

const written = (file: string) => readFile(join(folder, file), 'utf8')

async function open(): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 840 } })
  await page.goto(example.page)
  return page
}

test('the pages are all that is built, without script and key, and nobody else is asked', async () => {
  expect(await build('premium')).toEqual({ code: 0, stdout: '', stderr: '' })
  const hosts = (await written('premium.hosts')).trimEnd().split('\n')
  expect([...new Set(hosts)]).toEqual([new URL(mock.url).host])

  const files = await filesIn(join(folder, 'premium'))
  const older = Array.from({ length: 12 }, (_, index) => `${index + 2}/index.html`)
  expect(files).toEqual([...older, 'index.html'].toSorted())
  const count = { pictures: 0, sets: 0 }
  for (const file of files) {
    const page = await written(`premium/${file}`)
    expect(page, file).not.toContain(mock.key('premium'))
    expect(page, file).not.toContain('<script')
    expect(page, file).not.toContain(stale)
    count.pictures += page.split('<img ').length - 1
    count.sets += page.split(' srcset="').length - 1
  }
  // Of 264 posts one is a video without a poster, and the media of one are not stored.
  expect(count).toEqual({ pictures: 263, sets: 262 })
})

test('the links lead to every post and its picture, and only site and service are asked', async () => {
  const page = await open()
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  await page.reload()
  expect(await page.getByRole('heading').allTextContents()).toEqual(['Harbour & Hearth'])
  const older = page.getByRole('link', { name: 'Older' })
  const links = new Set<string | null>()
  let pictures = 0
  for (let number = 1; number <= 13; number++) {
    if (number > 1) await older.click()
    await page.getByText(`Page ${number} of 13`).waitFor()
    const widths = await pictureWidths(page.locator('main img'))
    pictures += widths.filter((width) => width > 0).length
    const targets = await page
      .locator('main a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    for (const target of targets) links.add(target)
  }
  expect(await older.count()).toBe(0)
  expect(links.size).toBe(264)
  expect(pictures).toBe(263)
  const expected = [example.page, example.mock].map((url) => new URL(url).host)
  hosts.delete('')
  expect(hosts).toEqual(new Set(expected))
  await page.close()
})

test('a browser loads the picture that fits, and the large one without waiting for it to be seen', async () => {
  const page = await open()
  const images = page.locator('main img')
  const loading = await images.evaluateAll((all) =>
    all.map((image) => image.getAttribute('loading')),
  )
  expect(loading).toEqual(['eager', ...Array(20).fill('lazy')])
  await pictureWidths(images)
  const urls = await images.evaluateAll((all) =>
    (all as HTMLImageElement[]).map(({ currentSrc }) => currentSrc),
  )
  const widths = urls.map((url) => /\/media\/(\d+)\//.exec(url)?.[1])
  expect(widths.slice(0, 5)).toEqual(['768', '320', '320', '320', '320'])
  await page.close()
})

test('axe finds nothing', async () => {
  const page = await open()
  expect(await violations(page)).toEqual([])
  await page.close()
})

test('a broken connection is told above the posts', async () => {
  await build('invalid-token')
  expect(await written('invalid-token/index.html')).toContain(`>${stale}</p>`)
})

test.each([
  [
    'regenerated',
    '401 INVALID_API_KEY: The provided API key is invalid.\nCopy the current one from the dashboard.\n',
  ],
  [
    'empty-reply',
    'The service could not be reached.\nCheck the connection and baseUrl; in a browser, its console for CORS.\n',
  ],
])('a feed that cannot be read (%s) fails the build, with what to do', async (scenario, stderr) => {
  expect(await build(scenario)).toEqual({ code: 1, stdout: '', stderr })
})

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startMockServer } from '../../mock-server/src/node.ts'
import { shareBrowser } from '../../test-support/browser.ts'
import { findChromium } from '../../test-support/chromium.ts'
import { debianCommand } from '../../test-support/debian-packages.ts'
import { freePort, packPackages } from '../../test-support/installed-app.ts'
import { npmInstall } from '../../test-support/npm-install.ts'
import { filesIn } from '../test/example.ts'

/** A project is installed from the registry, built and started; a busy machine takes minutes. */
const timeout = 900_000

let packages: Awaited<ReturnType<typeof packPackages>>
const browser = shareBrowser()

beforeAll(async () => {
  packages = await packPackages('sdk', 'element', 'mock-server')
})
afterAll(async () => {
  await browser.close()
  await packages?.remove()
})

const install = (name: string, settings: NodeJS.ProcessEnv = {}) =>
  packages.install(join(import.meta.dirname, name), settings)

async function versionOf({ folder }: { folder: string }, name: string): Promise<string> {
  const file = join(folder, 'node_modules', name, 'package.json')
  return JSON.parse(await readFile(file, 'utf8')).version
}

/** Opens a page in a browser; `problems` are the errors and warnings of its console. */
async function open(url: string) {
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  await page.goto(url)
  return { page, problems }
}

/** Returns the widths of all pictures, 0 for one that did not load. */
const widthsOf = (page: Page) =>
  page.locator('img').evaluateAll(async (elements) => {
    const images = elements as HTMLImageElement[]
    for (const image of images) image.loading = 'eager'
    await Promise.all(images.map((image) => image.decode().catch(() => {})))
    return images.map(({ naturalWidth }) => naturalWidth)
  })

test(
  'Vitest 5 and 4 run in Node, jsdom, happy-dom and a browser, with both versions of MSW',
  async () => {
    const app = await install('vitest', { CHROMIUM_PATH: await findChromium() })
    const test = async () => {
      await app.run('worker')
      expect(await app.run('test')).toMatch(/Tests +17 passed \(17\)/)
    }
    await test()

    await npmInstall(app.folder, 'vitest@4.1.12', '@vitest/browser-playwright@4.1.12')
    expect(await versionOf(app, 'vitest')).toBe('4.1.12')
    await test()

    await npmInstall(app.folder, 'msw@2.15.0')
    expect(await versionOf(app, 'msw')).toBe('2.15.0')
    const file = join(app.folder, 'feed.test.ts')
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace('onUnhandledFrame', 'onUnhandledRequest'))
    await test()
  },
  timeout,
)

test(
  'the stories run without MSW',
  async () => {
    const app = await install('stories')
    expect(await app.run('test')).toMatch(/Tests +29 passed \(29\)/)
  },
  timeout,
)

test(
  'Jest runs CommonJS and ES modules',
  async () => {
    const app = await install('jest')
    const results = await app.run('test', '--', '--json')
    expect(JSON.parse(results)).toMatchObject({ success: true, numPassedTests: 4 })
  },
  timeout,
)

test(
  'Jest 30 and 29 transform the mock with ts-jest, SWC and Babel',
  async () => {
    const app = await install('jest-typescript')
    const passes = { success: true, numPassedTestSuites: 3, numPassedTests: 6 }
    expect(JSON.parse(await app.run('test', '--', '--json'))).toMatchObject(passes)

    await npmInstall(app.folder, 'jest@29.7.0', 'jest-util@29.7.0', 'babel-jest@29.7.0')
    expect(await versionOf(app, 'jest')).toBe('29.7.0')
    expect(JSON.parse(await app.run('test', '--', '--json'))).toMatchObject(passes)
  },
  timeout,
)

test(
  "React Native's preset of Jest runs components",
  async () => {
    const app = await install('react-native')
    // The first test transforms React Native.
    const results = await app.run('test', '--', '--json', '--testTimeout=60000')
    expect(JSON.parse(results)).toMatchObject({ success: true, numPassedTests: 2 })
  },
  timeout,
)

test(
  'Bun and Deno run',
  async () => {
    const bun = await install('bun')
    await bun.run('test', '--', '--reporter=junit', '--reporter-outfile=results.xml')
    expect(await readFile(join(bun.folder, 'results.xml'), 'utf8')).toMatch(
      /^<testsuites .*tests="3" .*failures="0" skipped="0"/m,
    )
    const deno = await install('deno')
    expect(await deno.run('test')).toContain('3 passed | 0 failed')
  },
  timeout,
)

test(
  'node:test runs',
  async () => {
    const app = await install('node-test')
    expect(await app.run('test')).toMatch(/pass 2\n.*fail 0\n/s)
  },
  timeout,
)

test(
  'Playwright runs tests side by side, on a port and with page.route',
  async () => {
    const app = await install('playwright', { CHROMIUM_PATH: await findChromium() })
    expect(await app.run('test')).toMatch(/5 passed/)
  },
  timeout,
)

test(
  'Playwright gives each test an account of the mock that Next.js reads',
  async () => {
    const app = await install('playwright-next', {
      CHROMIUM_PATH: await findChromium(),
      PORT: String(await freePort()),
      MOCK_PORT: String(await freePort()),
    })
    expect(await app.run('test')).toMatch(/3 passed/)
  },
  timeout,
)

test(
  'WebdriverIO runs',
  async () => {
    const app = await install('webdriverio', {
      CHROMIUM_PATH: await findChromium(),
      CHROMEDRIVER_PATH: await debianCommand('chromedriver', 'chromium-driver'),
    })
    expect(await app.run('test')).toMatch(/2 passing/)
  },
  timeout,
)

test(
  'the unit tests of Angular run',
  async () => {
    const app = await install('angular')
    expect(await app.run('test')).toMatch(/Tests +2 passed \(2\)/)
  },
  timeout,
)

test(
  'a Vite page has the mock in development only',
  async () => {
    const app = await install('vite')
    await app.run('worker')
    const { url } = await app.serve('dev', '--', '--host', '127.0.0.1', '--port', 'PORT')
    const mock = await startMockServer()
    onTestFinished(mock.close)
    const { page, problems } = await open(`${url}/?apiKey=${mock.key('premium')}`)
    await page.getByRole('heading', { name: 'harbour.and.hearth' }).waitFor()
    const widths = await widthsOf(page)
    expect(widths).toHaveLength(12)
    expect(Math.min(...widths)).toBeGreaterThan(0)
    await page.goto(`${url}/?apiKey=${mock.key('invalid-token')}`)
    await page.getByRole('status').getByText('stopped updating').waitFor()
    expect(problems).toEqual([])

    await app.run('build')
    const dist = join(app.folder, 'dist')
    const files = (await filesIn(dist)).filter((file) => file !== 'mockServiceWorker.js')
    // Beside the page, what the SDK loads on demand.
    expect(files).toContain('index.html')
    for (const file of files) {
      expect(await readFile(join(dist, file), 'utf8')).not.toMatch(/mock|msw/i)
    }
  },
  timeout,
)

test(
  'Storybook gives each story its own state',
  async () => {
    const app = await install('storybook')
    await app.run('worker')
    await app.run('build')
    const { url } = await app.serve('preview', '--', '--host', '127.0.0.1', '--port', 'PORT')
    // The manager keeps the page while it switches between stories.
    const { page } = await open(`${url}/?path=/story/feed--posts`)
    const story = page.frameLocator('#storybook-preview-iframe')
    const select = (name: string) => page.getByRole('link', { name, exact: true }).click()

    await story.getByRole('heading', { name: 'harbour.and.hearth' }).waitFor()
    await select('Broken Connection')
    await story.getByRole('status').getByText('stopped updating').waitFor()
    await select('Unavailable')
    await story.getByRole('alert').waitFor()
    await select('Posts')
    await story.getByRole('heading', { name: 'harbour.and.hearth' }).waitFor()
    await expect.poll(() => story.getByRole('status').count()).toBe(0)
    const picture = story.locator('img').first()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
  },
  timeout,
)

test(
  'Next.js reads the mock on a port and in its own process, pictures too',
  async () => {
    const mock = await startMockServer()
    onTestFinished(mock.close)
    const app = await install('next', { PHOTOFEED_KEY: mock.key('premium') })
    await app.run('worker')
    for (const setting of [`PHOTOFEED_URL=${mock.url}\n`, '']) {
      await writeFile(join(app.folder, '.env.local'), setting)
      mock.reset()
      const server = await app.serve('dev', '--', '-p', 'PORT')
      const { page } = await open(server.url.replace('127.0.0.1', 'localhost'))
      await page.getByRole('heading', { name: 'harbour.and.hearth' }).waitFor()
      const widths = await widthsOf(page)
      expect(widths).toHaveLength(3)
      expect(Math.min(...widths)).toBeGreaterThan(0)
      // The development server compiles the page first.
      await page.goto(`${page.url()}worker`, { timeout })
      await page.getByRole('heading', { name: 'The mock runs in this page' }).waitFor()
      await server.stop()
      const paths = new Set(mock.requests.map(({ path }) => path))
      expect([...paths]).toEqual(setting === '' ? [] : ['/api/v1/me'])
    }
  },
  timeout,
)

import { execFile } from 'node:child_process'
import { mkdir, open as openFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { writeTypedBlocks } from '../../docs/test/code-blocks.ts'
import { type MockServer, startMockServer } from '../../mock-server/src/node.ts'
import { shareBrowser } from '../../test-support/browser.ts'
import { lintStrictly } from '../../test-support/eslint.ts'
import { packPackages } from '../../test-support/installed-app.ts'

/** An app is installed from the registry, built and started; a busy machine takes minutes. */
const timeout = 900_000

let sdk: Awaited<ReturnType<typeof packPackages>>
let mock: MockServer
const browser = shareBrowser()

beforeAll(async () => {
  sdk = await packPackages('sdk', 'element')
  mock = await startMockServer({ warnings: 'off' })
})
afterAll(async () => {
  await browser.close()
  await mock?.close()
  await sdk?.remove()
})

/** Installs an app whose environment names the mock. */
async function install(name: string, prefix = '') {
  const settings = { baseUrl: mock.url, apiKey: mock.key('premium') }
  const app = await sdk.install(join(import.meta.dirname, name), {
    [`${prefix}PHOTOFEED_URL`]: settings.baseUrl,
    [`${prefix}PHOTOFEED_KEY`]: settings.apiKey,
  })
  if (name === 'angular') {
    const file = join(app.folder, 'src/environments/environment.ts')
    await writeFile(file, `export const environment = ${JSON.stringify(settings)}`)
  }
  return app
}

/** Opens a page in a browser; `problems` are the errors and warnings of its console. */
async function open(url: string) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 840 } })
  onTestFinished(() => page.close())
  // A machine that is busy resizes the pictures of Next for longer than half a minute.
  page.setDefaultTimeout(120_000)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    const isOurs = !message.location().url.endsWith('/favicon.ico')
    if (isOurs && ['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  await page.goto(url)
  return { page, problems }
}

const linksOf = (page: Page) =>
  page.locator('li a').evaluateAll((all) => all.map((link) => link.getAttribute('href')))

/** Reads the first posts of the feed without the SDK. */
async function readPage(size: number) {
  const url = `${mock.url}/api/v1/me?api_key=${mock.key('premium')}&page[size]=${size}`
  return (await (await fetch(url)).json()) as {
    profilePictureUrl: string
    posts: { id: string; permalink: string }[]
  }
}

/** Returns how many requests of feeds the mock has received. */
const requests = () => mock.requests.filter(({ target }) => target.startsWith('/api/')).length

/**
 * Checks the HTML of the first page, loads the second in a browser while the service fails and recovers, and compares both with the feed's own order.
 * `reads` is how often opening the page reads the feed, on the server and in the browser together.
 */
async function expectTwoPages(
  url: string,
  { isRendered = true, reads }: { isRendered?: boolean; reads: number | null },
) {
  const html = await (await fetch(url)).text()
  expect(html.match(/<li[ >]/g)?.length ?? 0).toBe(isRendered ? 12 : 0)
  expect(html.includes('>harbour.and.hearth</h1>')).toBe(isRendered)

  const before = requests()
  const { page, problems } = await open(url)
  await page.getByRole('heading', { name: 'harbour.and.hearth' }).waitFor()
  await page.waitForLoadState('networkidle')
  const readsOfOpening = requests() - before
  if (reads !== null) expect(readsOfOpening).toBe(reads)
  expect(await linksOf(page)).toHaveLength(12)
  expect(problems).toEqual([])

  // The request and its two retries fail; a second request would not.
  mock.fault('premium', { status: 503, times: 3 })
  await page.getByRole('button', { name: 'More' }).dblclick()
  await page.getByRole('alert').getByText('More posts could not be loaded.').waitFor()
  expect(await linksOf(page)).toHaveLength(12)
  const beforeRetry = requests()
  await page.getByRole('button', { name: 'Try again' }).dblclick()
  await expect.poll(() => page.locator('li').count()).toBe(24)
  expect(requests() - beforeRetry).toBe(1)
  expect(await page.getByText('More posts could not be loaded.').count()).toBe(0)
  const { posts } = await readPage(24)
  expect(await linksOf(page)).toEqual(posts.map(({ permalink }) => permalink))
  return { html, page }
}

/** Opens a page that reads the feed while the service fails, and presses its button when the service has recovered. */
async function expectRecovery(url: string) {
  // The request and its two retries fail.
  mock.fault('premium', { status: 503, times: 3 })
  const { page } = await open(url)
  const failure = page.getByText('The posts could not be loaded.')
  await failure.waitFor()
  const before = requests()
  await page.getByRole('button', { name: 'Try again' }).dblclick()
  await expect.poll(() => page.locator('li').count()).toBe(12)
  expect(await failure.count()).toBe(0)
  expect(requests() - before).toBe(1)
}

/** SvelteKit throws when a universal `load` reads a header that it does not serialize: only a broken connection has one. */
async function expectBrokenConnection(url: string) {
  mock.transition('premium', 'expire')
  onTestFinished(() => mock.reset('premium'))
  for (const path of ['/', '/universal']) {
    const { page, problems } = await open(url + path)
    await page.getByRole('status').getByText('this feed has stopped updating').waitFor()
    await page.waitForLoadState('networkidle')
    expect(await linksOf(page)).toHaveLength(12)
    expect(problems).toEqual([])
  }
}

const preview = ['start', '--', '--host', '127.0.0.1', '--port', 'PORT'] as const

test.each([
  // The browser alone reads the feed.
  { name: 'vue', prefix: 'VITE_', start: preview, paths: ['/'], isRendered: false, reads: 1 },
  { name: 'angular', prefix: '', start: preview, paths: ['/'], isRendered: false, reads: 1 },
  { name: 'preact', prefix: 'VITE_', start: preview, paths: ['/'], isRendered: false, reads: 1 },
  { name: 'solid', prefix: 'VITE_', start: preview, paths: ['/'], isRendered: false, reads: 1 },
  { name: 'lit', prefix: 'VITE_', start: preview, paths: ['/'], isRendered: false, reads: 1 },
  // The server reads it for each visit, and the browser does not read it again.
  { name: 'nuxt', prefix: 'NUXT_PUBLIC_', start: ['start'] as const, paths: ['/'], reads: 1 },
  {
    name: 'sveltekit',
    prefix: 'VITE_',
    start: ['start'] as const,
    paths: ['/', '/universal'],
    reads: 1,
  },
  { name: 'react-router', prefix: 'VITE_', start: ['start'] as const, paths: ['/'], reads: 1 },
  { name: 'tanstack-start', prefix: 'VITE_', start: preview, paths: ['/'], reads: 1 },
  // The build reads it.
  { name: 'astro', prefix: 'PUBLIC_', start: preview, paths: ['/'], reads: 0 },
])(
  '$name shows a page and loads the next one',
  async ({ name, prefix, start, paths, ...expected }) => {
    const app = await install(name, prefix)
    await app.run('build')
    expect(await lintStrictly(app.folder)).toBe('')
    const { url, output } = await app.serve(...start)
    for (const path of paths) await expectTwoPages(url + path, expected)
    if (name === 'sveltekit') await expectBrokenConnection(url)
    expect(output()).not.toMatch(/error/i)
    if (expected.reads === 0) return
    for (const path of paths) await expectRecovery(url + path)
  },
  timeout,
)

test(
  'next caches a page, passes it to the browser and loads pictures in the widths of the service',
  async () => {
    const app = await install('next', 'NEXT_PUBLIC_')
    const revalidation = `import { revalidateTag } from 'next/cache'
      export function GET() {
        revalidateTag('feed', 'max')
        return new Response()
      }`
    await mkdir(join(app.folder, 'app/revalidate'))
    await writeFile(join(app.folder, 'app/revalidate/route.ts'), revalidation)
    await app.run('build')
    expect(await lintStrictly(app.folder)).toBe('')
    const { url, output } = await app.serve('start', '--', '-p', 'PORT')
    // The component that is not cached reads the feed for each visit.
    const { html, page } = await expectTwoPages(url, { reads: 1 })
    expect(output()).not.toMatch(/error/i)
    await page.getByText('harbour.and.hearth posted 20').waitFor()
    // Next keeps the cached page while the function that it caches throws. The component that is not cached reads with each visit.
    mock.fault('premium', { status: 503 })
    const earlier = requests()
    await fetch(`${url}/revalidate`)
    const { page: visit } = await open(url)
    await visit.getByText('The newest post could not be loaded.').waitFor()
    // Three requests of the component, and three of the function, which the visit calls.
    await expect.poll(() => requests() - earlier).toBe(6)
    await visit.reload()
    expect(await visit.locator('li').count()).toBe(12)
    mock.fault('premium', null)
    await visit.reload()
    await visit.getByText('harbour.and.hearth posted 20').waitFor()
    expect(await visit.locator('li').count()).toBe(12)
    const srcset = /srcSet="([^"]*)"/.exec(html)?.[1] ?? ''
    const widths = srcset.split(', ').map((each) => each.match(/\d+(?=\/\w+\.jpg)|\d+(?=w$)/g))
    expect(srcset).toMatch(new RegExp(`^${mock.url}/media/320/`))
    // For each width of Next, the narrowest picture that is as wide.
    expect(widths).toEqual([
      ['320', '256'],
      ['768', '384'],
      ['768', '640'],
      ['768', '750'],
      ['960', '828'],
      ['1200', '1080'],
      ['1200', '1200'],
      ['1200', '1920'],
      ['1200', '2048'],
      ['1200', '3840'],
    ])

    // Only the development server warns of a loader that ignores the width.
    // It accepts browsers at localhost only, and may render a component twice.
    mock.fault('premium', { status: 503 })
    const dev = await app.serve('dev', '--', '-p', 'PORT')
    const devUrl = dev.url.replace('127.0.0.1', 'localhost')
    // The function with the cache throws: no page is cached yet.
    const { page: failed } = await open(devUrl)
    await failed.getByText('The posts could not be loaded.').waitFor()
    mock.fault('premium', null)
    await failed.getByRole('button', { name: 'Try again' }).dblclick()
    await expect.poll(() => failed.locator('li').count()).toBe(12)

    const before = dev.output().length
    await expectTwoPages(devUrl, { reads: null })
    expect(dev.output().slice(before)).not.toMatch(/error/i)
    const picture = encodeURIComponent((await readPage(1)).profilePictureUrl)
    const resized = await fetch(`${dev.url}/_next/image?url=${picture}&w=96&q=75`)
    expect([resized.status, resized.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  },
  timeout,
)

test(
  'Eleventy builds a page from a data file',
  async () => {
    const app = await install('eleventy')
    await app.run('build')
    const html = await readFile(join(app.folder, '_site/index.html'), 'utf8')
    const { page } = await open('about:blank')
    await page.setContent(html)
    const { posts } = await readPage(12)
    expect(await linksOf(page)).toEqual(posts.map(({ permalink }) => permalink))
    expect(await page.locator('li img').first().getAttribute('src')).toMatch(
      `${mock.url}/media/768/`,
    )
  },
  timeout,
)

test(
  'clients that are generated from the definitions read the same posts, and reject a wrong key',
  async () => {
    const app = await install('clients')
    await app.run('generate')
    await app.run('typecheck')
    expect(await lintStrictly(app.folder)).toBe('')
    const ids = (await readPage(3)).posts.map(({ id }) => id)
    expect(JSON.parse(await app.run('start'))).toEqual({
      ...{ withOpenApiFetch: ids, withHeyApi: ids, withOrval: ids },
      ...{ withApollo: ids, withGraphqlRequest: ids, withUrql: ids },
    })
    const wrong = `import { createFeed } from '@photofeed/sdk'
      export const baseUrl = '${mock.url}'
      export const feed = createFeed({ baseUrl, apiKey: '${'a'.repeat(64)}' })`
    await writeFile(join(app.folder, 'settings.ts'), wrong)
    const sentence = 'The provided API key is invalid.'
    expect(JSON.parse(await app.run('start'))).toEqual({
      ...{ withOpenApiFetch: sentence, withHeyApi: sentence, withOrval: sentence },
      withApollo: 'Response not successful: Received status code 401',
      withGraphqlRequest: expect.stringContaining(sentence),
      withUrql: 'Status 401',
    })
  },
  timeout,
)

test(
  'the code in pages passes the same rules',
  async () => {
    // A block shows values that it does not use.
    const options = ['--rule', '@typescript-eslint/no-unused-vars: off']
    expect(await lintStrictly(writeTypedBlocks('lint'), ...options)).toBe('')
  },
  timeout,
)

const scenarios = ['server-error', 'html-proxy', 'truncated', 'connection-reset', 'slow']

test(
  'Deno, Bun and Workers read everything and throw every error',
  async () => {
    const keys = Object.fromEntries(scenarios.map((name) => [name, mock.key(name)]))
    const settings = {
      PHOTOFEED_URL: mock.url,
      PHOTOFEED_KEY: mock.key('premium'),
      PHOTOFEED_SCENARIO_KEYS: JSON.stringify(keys),
    }
    const app = await sdk.install(join(import.meta.dirname, 'runtimes'), settings)
    const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`)
    await writeFile(join(app.folder, '.dev.vars'), lines)
    const { url } = await app.serve('workers', '--', '--ip', '127.0.0.1', '--port', 'PORT')
    const results = {
      'Deno/2': JSON.parse(await app.run('deno')),
      'Bun/1': JSON.parse(await app.run('bun')),
      'Cloudflare-Workers': await (await fetch(url)).json(),
    }
    for (const [runtime, result] of Object.entries(results)) {
      expect(result).toEqual([
        {
          runtime: expect.stringMatching(new RegExp(`^${runtime}`)),
          username: 'harbour.and.hearth',
          posts: [12, 12, 30, 100],
          isSamePage: true,
        },
        {
          'no key': 'TypeError',
          'wrong key': 'InvalidApiKeyError',
          'wrong path': 'NotFoundError',
          'wrong method': 'MethodNotAllowedError',
          'wrong option': 'ValidationError',
          'wrong query': 'GraphQLError',
          'long URL': 'ApiError',
          'no server': 'NetworkError',
          'server-error': 'InternalServerError',
          'html-proxy': 'GatewayError',
          truncated: 'UnreadableBodyError',
          'connection-reset': 'NetworkError',
          slow: 'FeedTimeoutError',
          aborted: 'RangeError',
        },
      ])
    }
  },
  timeout,
)

// npm has the Hermes engine for Linux on x64 only.
const hasHermes = process.platform === 'linux' && process.arch === 'x64'

test.runIf(hasHermes)(
  'React Native’s bundle compiles with Hermes, and Hermes runs the SDK',
  async () => {
    const app = await install('react-native')
    const path = (...names: string[]) => join(app.folder, ...names)
    await mkdir(path('build'))
    await app.run('bundle')
    const compiler = path('node_modules/hermes-compiler/hermesc/linux64-bin/hermesc')
    await promisify(execFile)(
      compiler,
      ['-w', '-O', '-emit-binary', '-out', path('build/app.hbc'), path('build/app.js')],
      { maxBuffer: 64_000_000 },
    )
    const file = await openFile(path('build/app.hbc'))
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0)
    await file.close()
    // The magic number of Hermes bytecode.
    expect(buffer.toString('hex')).toBe('c61fbc03c103191f')

    await app.run('hermes')
    expect(await runInHermes(path)).toEqual(
      [[], ['reason', 'throwIfAborted']].map((signal) => ({
        signal,
        username: 'harbour.and.hearth',
        posts: [12, 12, 18, 100],
        errors: ['InvalidApiKeyError', 'AbortError'],
      })),
    )
  },
  timeout,
)

/** Runs the bundle again with one more response of the mock until it misses none, since Hermes has no network. */
async function runInHermes(path: (...names: string[]) => string): Promise<unknown> {
  const hermes = path('node_modules/hermes-engine-cli/linux64-bin/hermes')
  const responses: Record<string, { status: number; text: string }> = {}
  const feedOptions = { baseUrl: mock.url, apiKey: mock.key('premium'), maxRetries: 0 }
  for (;;) {
    // What React Native’s modules expect around them. Hermes 1.0 has Symbol.asyncIterator, this one does not. Timers of Hermes alone do not wait: without those of the time
    // limits, everything else happens in order.
    const globals = `
      const immediately = setTimeout
      globalThis.setTimeout = (callback, ms) => (ms > 0 ? 0 : immediately(callback))
      Symbol.asyncIterator ??= Symbol('Symbol.asyncIterator')
      globalThis.nativeModuleProxy = {}
      globalThis.performance = { now: Date.now }
      globalThis.feedOptions = ${JSON.stringify(feedOptions)}
      globalThis.responses = ${JSON.stringify(responses)}
    `
    await writeFile(path('build/globals.js'), globals)
    await promisify(execFile)('sh', ['-c', 'cat build/globals.js build/hermes.js > build/run.js'], {
      cwd: path(),
    })
    const { stdout } = await promisify(execFile)(hermes, ['-w', path('build/run.js')])
    const { results, error } = JSON.parse(stdout)
    if (results) return results
    const url = /^Error: No response to (http\S+)$/.exec(error)?.[1]
    if (!url || url in responses) throw new Error(error)
    const response = await fetch(url)
    responses[url] = { status: response.status, text: await response.text() }
  }
}

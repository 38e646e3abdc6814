import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { browserOfFile } from '../../../test-support/browser.ts'
import { openPage } from '../panel/pages.ts'
import { type BuiltPage, builtPage } from './built-page.ts'

const browser = browserOfFile()

describe.each(['msw', 'msw-2'] as const)('with %s', (msw) => {
  let built: BuiltPage
  beforeAll(async () => {
    built = await builtPage({ mocks: true, worker: true, msw })
  })
  afterAll(() => built?.close())

  async function open(): Promise<Page> {
    const page = await openPage(browser)
    await page.goto(built.url)
    return page
  }

  test('a mock that replaces another at its address responds from then on', async () => {
    const page = await open()
    const seen = await page.evaluate(async () => {
      const { createMock, startMockWorker } = await window.loadMocks()
      const statuses: unknown[] = []
      const read = async (mock: ReturnType<typeof createMock>) => {
        const url = `https://photofeed.test/api/v1/me?api_key=${mock.key('premium')}`
        const { headers } = await fetch(url)
        statuses.push([headers.get('x-service-account-status'), mock.requests.length])
      }
      const first = createMock({ baseUrl: 'https://photofeed.test' })
      const old = await startMockWorker(first, { panel: true })
      await read(first)
      // What a hot reload of the module does.
      const second = createMock({ baseUrl: 'https://photofeed.test' })
      const worker = await startMockWorker(second, { panel: true })
      second.override('invalid-token')
      await read(second)
      worker.resetHandlers()
      await read(second)
      // The mock of the old module is no longer in the page.
      await old.stop()
      await read(second)
      return [statuses, document.querySelectorAll('photofeed-panel').length]
    })
    expect(seen).toEqual([
      [
        ['ready', 1],
        ['invalid_token', 1],
        ['invalid_token', 2],
        ['invalid_token', 3],
      ],
      1,
    ])
  })

  test('an effect that starts, stops and starts again ends with a running mock', async () => {
    const page = await open()
    const statuses = await page.evaluate(async () => {
      const { createMock, startMockWorker } = await window.loadMocks()
      const mock = createMock({ baseUrl: 'https://photofeed.test' })
      const read = () =>
        fetch(`https://photofeed.test/api/v1/me?api_key=${mock.key('premium')}`).then(
          ({ status }) => status,
          () => 'failed',
        )
      // React's StrictMode: the cleanup waits for the start, and the second start does not wait for it.
      const first = startMockWorker(mock, { panel: true })
      const cleanup = first.then((worker) => worker.stop())
      const second = startMockWorker(mock, { panel: true })
      await Promise.all([cleanup, second])
      const running = [await read(), document.querySelectorAll('photofeed-panel').length]
      await (await second).stop()
      await (await second).stop()
      const stopped = [await read(), document.querySelectorAll('photofeed-panel').length]
      await startMockWorker(mock)
      return [running, stopped, await read()]
    })
    expect(statuses).toEqual([[200, 1], ['failed', 0], 200])
  })

  test('two mocks respond at their addresses, with own handlers, until each stops', async () => {
    const page = await open()
    const statuses = await page.evaluate(async () => {
      const { createMock, startMockWorker, http, HttpResponse } = await window.loadMocks()
      const hosts = ['https://one.test', 'https://two.test']
      const mocks = hosts.map((baseUrl) => createMock({ baseUrl }))
      const read = () =>
        Promise.all(
          hosts.map((host, index) =>
            fetch(`${host}/api/v1/me?api_key=${mocks[index]?.key('premium')}`).then(
              ({ status }) => status,
              () => 'failed',
            ),
          ),
        )
      const workers = await Promise.all(mocks.map((mock) => startMockWorker(mock)))
      const own = http.get('https://own.test/', () => new HttpResponse(null, { status: 204 }))
      workers[0]?.use(own)
      const both = await read()
      await workers[0]?.stop()
      const { status } = await fetch('https://own.test/')
      return [both, await read(), status]
    })
    expect(statuses).toEqual([[200, 200], ['failed', 200], 204])
  })

  test('an own worker with the handlers of a mock shows its panel', async () => {
    const page = await open()
    const found = await page.evaluate(async () => {
      const { createMock, mswHandlers, setupWorker, showPanel } = await window.loadMocks()
      const mock = createMock({ baseUrl: 'https://photofeed.test' })
      const worker = setupWorker(...mswHandlers(mock))
      await worker.start({ quiet: true })
      const panel = await showPanel(mock)
      const { status } = await fetch(`https://photofeed.test/api/v1/me?api_key=${mock.key('free')}`)
      const shown = document.querySelectorAll('photofeed-panel').length
      panel.remove()
      return [status, shown, document.querySelectorAll('photofeed-panel').length]
    })
    expect(found).toEqual([200, 1, 0])
  })
})

// On a busy machine, the start of MSW's own worker once did not end.
test('a page with a worker of its own gets advice', { retry: 2, timeout: 30_000 }, async () => {
  const built = await builtPage({ mocks: true, worker: true })
  onTestFinished(built.close)
  const page = await openPage(browser)
  await page.goto(built.url)
  const message = await page.evaluate(async () => {
    const { createMock, setupWorker, startMockWorker } = await window.loadMocks()
    await setupWorker().start({ quiet: true, onUnhandledFrame: 'bypass' })
    return startMockWorker(createMock()).catch((error) => `${error.name}: ${error.message}`)
  })
  expect(message).toBe(
    'UserError: This page has a worker of MSW already, and there can be only one. Add the mock to it with setupWorker(...ownHandlers, ...mswHandlers(mock)), and call showPanel(mock) in place of startMockWorker(mock).',
  )
})

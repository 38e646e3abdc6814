import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type MockServer, startMockServer } from '../../../mock-server/src/node.ts'
import { shareBrowser } from '../../../test-support/browser.ts'
import type { FeedOptions } from '../../src/entries/index.ts'
import { namedBlock } from './blocks.ts'
import { createExpectedLines, outcomesIn } from './outcomes.ts'
import { programOf, readable, withService } from './program.ts'

let mock: MockServer
let service: FeedOptions
const browser = shareBrowser()
let page: Page

beforeAll(async () => {
  mock = await startMockServer({ clock: () => Date.UTC(2026, 10, 20), warnings: 'strict' })
  service = { baseUrl: mock.url, apiKey: mock.key('premium') }
})
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
})
afterEach(() => page?.close())
afterAll(async () => {
  await browser.close()
  await mock?.close()
})

test.each(outcomesIn('browser'))('%s runs', async (name, outcome) => {
  const lines: string[] = []
  page.on('console', (message) => lines.push(readable(message.text(), service)))
  const program = await programOf(await namedBlock(name), service, 'browser', outcome.look)
  await page.evaluate(`(async () => {${program}})()`)
  const expected = createExpectedLines(outcome, (pattern) => expect.stringMatching(pattern))
  await expect.poll(() => lines).toEqual(expected)
})

test('the element’s page shows the posts in the given columns and style', async () => {
  expect(outcomesIn('page').map(([name]) => name)).toEqual([
    'Attributes 1',
    'Layouts 1',
    'Styles 1',
    'Texts 1',
  ])
  const html = withService((await namedBlock('Attributes 1')).code, service)
  const css = await namedBlock('Styles 1')
  const [script, program] = await scriptIn(html)
  await page.setContent(`<style>${css.code}</style>${html.replace(script, () => program)}`)

  const cards = page.locator('photo-feed').getByRole('listitem')
  await expect.poll(() => cards.count()).toBe(12)
  const boxes = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect()))
  const [one, two] = boxes
  expect(boxes.filter(({ y }) => y === one?.y)).toHaveLength(3)
  expect((two?.left ?? 0) - (one?.right ?? 0)).toBeCloseTo(8)
  const frame = await page
    .locator('photo-feed [part~=frame]')
    .first()
    .evaluate((element) => {
      const { width, height } = element.getBoundingClientRect()
      return { ratio: width / height, radius: getComputedStyle(element).borderRadius }
    })
  expect(frame).toEqual({ ratio: expect.closeTo(4 / 5), radius: '0px' })
  const captions = page.locator('photo-feed [part~=caption]')
  expect(
    await captions.evaluateAll((all) => all.map((one) => getComputedStyle(one).display)),
  ).toEqual(Array(12).fill('none'))
})

test('the element’s page has a feed in each of the layouts', async () => {
  const { url } = mock
  const [, program] = await scriptIn((await namedBlock('Attributes 1')).code)
  const html = withService((await namedBlock('Layouts 1')).code, service)
  const feeds = html.replaceAll('<photo-feed', `<photo-feed src="${url}"`)
  await page.setContent(`<script type="module">${program}</script>${feeds}`)
  const first = (index: number) =>
    page.locator('photo-feed').nth(index).getByRole('listitem').first()
  for (const index of [0, 1, 2]) {
    await page.locator('photo-feed').nth(index).scrollIntoViewIfNeeded()
    await first(index).getByRole('img').first().waitFor()
  }
})

test('the element’s page displays the German texts', async () => {
  const [, program] = await scriptIn((await namedBlock('Attributes 1')).code)
  const html = withService((await namedBlock('Texts 1')).code, service)
  await page.setContent(`<script type="module">${program}</script>${html}`)
  await page.getByRole('button', { name: 'Weitere laden' }).waitFor()
  expect(await page.locator('photo-feed [role=status]').textContent()).toBe(
    '12 Beiträge werden angezeigt.',
  )
})

/** Returns the script of a page, and the same bundled. */
async function scriptIn(html: string): Promise<[script: string, program: string]> {
  const [, script = ''] = /<script type="module">(.*)<\/script>/.exec(html) ?? []
  return [script, await programOf({ language: 'js', code: script }, service, 'browser')]
}

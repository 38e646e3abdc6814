import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchWebKit, type WebKit } from '../../test-support/webkit.ts'
import { type Site, script, startSite } from './element-page.ts'

let site: Site
let webkit: WebKit
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())
// A picture in the memory of a browser is not requested.
beforeEach(async () => {
  webkit = await launchWebKit()
})
afterEach(() => webkit?.close())

/** What the page notes of its feed, and what the functions that run in the page use. */
const notes = `<script>
  window.events = []
  window.errors = []
  for (const name of ['feed-load', 'feed-error'])
    addEventListener(name, ({ detail }) => events.push([name, detail.name ?? detail.posts.length]))
  addEventListener('error', ({ message }) => errors.push(message))
  window.shadow = () => document.querySelector('photo-feed').shadowRoot
  window.dialog = () => shadow().querySelector('dialog') ??
    [...shadow().children].map(({ shadowRoot }) => shadowRoot?.querySelector('dialog')).find(Boolean)
</script>`

declare const events: unknown[][]
declare const errors: string[]
declare const shadow: () => ShadowRoot
declare const dialog: () => HTMLDialogElement | undefined

async function open(attributes: string, scenario = 'premium', inside = '') {
  const feed = `<photo-feed src="${site.mock.url}" key="${site.mock.key(scenario)}" ${attributes}>${inside}</photo-feed>`
  await webkit.goto(site.address(`${notes}${feed}${script}`))
  await expect.poll(() => webkit.evaluate(() => events.length)).toBe(1)
}

test.each(['grid', 'masonry', 'carousel', 'list', 'tiles'])(
  'a %s shows 12 posts, and requests no size of a picture without need',
  async (layout) => {
    await open(`layout="${layout}" header counts`)
    expect(await webkit.evaluate(() => events)).toEqual([['feed-load', 12]])
    const visible = () =>
      webkit.evaluate(() =>
        [...shadow().querySelectorAll<HTMLImageElement>('#cards img')]
          .filter((image) => {
            const { top, left } = image.getBoundingClientRect()
            return top < innerHeight && left < innerWidth
          })
          .map(({ naturalWidth }) => naturalWidth > 0),
      )
    await expect.poll(visible).not.toContain(false)
    // A frame that crops a wide picture needs a larger file, which only shows when it has loaded.
    const unneeded = await webkit.evaluate(() => {
      const names = performance.getEntriesByType('resource').map(({ name }) => name)
      return [...shadow().querySelectorAll<HTMLImageElement>('#cards img')].flatMap((image) => {
        const [file = ''] = /\w+\.webp$/.exec(image.currentSrc) ?? []
        // The mock has its files validated each time, so one URL may be requested again.
        const requested = new Set(names.filter((name) => file && name.endsWith(file)))
        const isWide = image.naturalWidth > image.naturalHeight * 1.2
        return requested.size > (isWide ? 2 : 1) ? [...requested] : []
      })
    })
    expect(unneeded).toEqual([])
    expect(await webkit.evaluate(() => errors)).toEqual([])
  },
)

test('the viewer opens, moves, and returns the focus when Escape closes it', async () => {
  await open('open="viewer"')
  await webkit.evaluate(() => shadow().querySelector<HTMLElement>('a[part=link]')?.focus())
  await webkit.press('Enter')
  await expect.poll(() => webkit.evaluate(() => dialog()?.open ?? false)).toBe(true)
  const first = await webkit.evaluate(() => location.hash)
  expect(first).toMatch(/^#photo=\d+$/)
  await webkit.press('ArrowRight')
  await expect.poll(() => webkit.evaluate(() => location.hash)).not.toBe(first)
  await webkit.press('Escape')
  await expect.poll(() => webkit.evaluate(() => location.hash)).toBe('')
  const focused = () => webkit.evaluate(() => shadow().activeElement?.getAttribute('part') ?? null)
  await expect.poll(focused).toBe('link')
})

test('"Load more" moves the focus to the first new post', async () => {
  await open('limit="6"')
  await webkit.evaluate(() => shadow().querySelector<HTMLElement>('[name=load]')?.focus())
  await webkit.press('Enter')
  await expect.poll(() => webkit.evaluate(() => events.length)).toBe(2)
  const index = () =>
    webkit.evaluate(() => {
      const card = shadow().activeElement?.closest('li') ?? null
      return [...shadow().querySelectorAll('li')].indexOf(card as HTMLLIElement)
    })
  await expect.poll(index).toBe(6)
})

test('a connection that breaks can be tried again', async () => {
  await open('', 'connection-reset')
  expect(await webkit.evaluate(() => events)).toEqual([['feed-error', 'NetworkError']])
  expect(await webkit.evaluate(() => shadow().querySelectorAll('[name=load]').length)).toBe(1)
})

test.each(['', 'type="module"'])(
  'the script of a service with %j finds its files',
  async (type) => {
    const { url, key } = site.mock
    const element = `<photo-feed key="${key('premium')}" layout="masonry" limit="6"></photo-feed>`
    await webkit.goto(
      site.address(`${notes}<script ${type} src="${url}/embed.js"></script>${element}`),
    )
    await expect.poll(() => webkit.evaluate(() => events)).toEqual([['feed-load', 6]])
    expect(await webkit.evaluate(() => shadow().querySelector('ul.placed') !== null)).toBe(true)
    expect(await webkit.evaluate(() => errors)).toEqual([])
  },
)

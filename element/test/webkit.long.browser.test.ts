import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { launchWebKit, type WebKit } from '../../test-support/webkit.ts'
import { feedTag } from '../editor/tag.ts'
import { script, siteOfFile } from './element-page.ts'

const site = await siteOfFile()
let webkit: WebKit
// A picture in the memory of a browser is not requested.
beforeEach(async () => {
  webkit = await launchWebKit()
})
afterEach(() => webkit?.close())

/** What the page notes of its feed, and what the functions that run in the page use. */
const notes = `<script>
  window.events = []
  window.errors = []
  for (const name of ['photo-feed-load', 'photo-feed-error'])
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

async function open(attributes: string, scenario = 'premium', src = site.mock.url) {
  const feed = `<photo-feed src="${src}" api-key="${site.mock.key(scenario)}" ${attributes}></photo-feed>`
  await webkit.goto(site.address(`${notes}${feed}${script}`))
  await expect.poll(() => webkit.evaluate(() => events.length)).toBe(1)
}

/** The mock behind a server that lets browsers cache pictures, as the service does, and counts the requests for them. */
async function countingServer() {
  const pictures: string[] = []
  const server = createServer(async ({ url = '', headers: { host } }, response) => {
    const isPicture = url.endsWith('.webp')
    if (isPicture) pictures.push(url)
    const { status, headers, body } = await respond(url)
    response.writeHead(status, {
      'Content-Type': headers.get('content-type') ?? '',
      'Cache-Control': isPicture ? 'public, max-age=31536000, immutable' : 'no-cache',
      'Access-Control-Allow-Origin': '*',
    })
    response.end(isPicture ? body : body.toString().replaceAll(site.mock.url, `http://${host}`))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, pictures }
}

async function respond(path: string) {
  const response = await fetch(site.mock.url + path)
  const { status, headers } = response
  return { status, headers, body: Buffer.from(await response.arrayBuffer()) }
}

test.each(['grid', 'masonry', 'carousel', 'list', 'tiles'])(
  'a %s shows 12 posts, and requests no size of a picture without need',
  async (layout) => {
    const { url, pictures } = await countingServer()
    await open(`layout="${layout}" show-profile counts`, 'premium', url)
    expect(await webkit.evaluate(() => events)).toEqual([['photo-feed-load', 12]])
    const pictureStates = () =>
      webkit.evaluate(() =>
        [...shadow().querySelectorAll<HTMLImageElement>('#cards img')].map((image) => {
          const { naturalWidth, naturalHeight, currentSrc } = image
          const { top, left } = image.getBoundingClientRect()
          const file = /\w+\.webp$/.exec(currentSrc)?.[0] ?? 'none'
          const isVisible = top < innerHeight && left < innerWidth
          return {
            file,
            isVisible,
            isLoaded: naturalWidth > 0,
            isWide: naturalWidth > naturalHeight * 1.2,
          }
        }),
      )
    const isRequested = (file: string) => pictures.some((url) => url.endsWith(file))
    // A picture below the window may still be loading, and has no width until then.
    const missing = async () =>
      (await pictureStates()).filter(
        ({ file, isVisible, isLoaded }) => !isLoaded && (isVisible || isRequested(file)),
      )
    await expect.poll(missing).toEqual([])
    // A frame that crops a wide picture needs a larger file, which only shows when it has loaded.
    const unneeded = (await pictureStates()).flatMap(({ file, isWide }) => {
      const requested = pictures.filter((url) => url.endsWith(file))
      const needed = isWide ? new Set(requested).size : 1
      return requested.length > needed ? requested : []
    })
    expect(unneeded).toEqual([])
    expect(await webkit.evaluate(() => errors)).toEqual([])
  },
)

test('the viewer opens, moves, and returns the focus when Escape closes it', async () => {
  await open('open-in="viewer"')
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
  await open('page-size="6"')
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
  expect(await webkit.evaluate(() => events)).toEqual([['photo-feed-error', 'NetworkError']])
  expect(await webkit.evaluate(() => shadow().querySelectorAll('[name=load]').length)).toBe(1)
})

test.each(['', 'type="module"'])(
  'the script of a service with %j finds its files',
  async (type) => {
    const { url, key } = site.mock
    const element = `<photo-feed api-key="${key('premium')}" layout="masonry" page-size="6"></photo-feed>`
    await webkit.goto(
      site.address(`${notes}<script ${type} src="${url}/embed.js"></script>${element}`),
    )
    await expect.poll(() => webkit.evaluate(() => events)).toEqual([['photo-feed-load', 6]])
    expect(await webkit.evaluate(() => shadow().querySelector('ul.placed') !== null)).toBe(true)
    expect(await webkit.evaluate(() => errors)).toEqual([])
  },
)

test('the two lines of a feed show it, and nothing below moves once the script has run', async () => {
  const tag = feedTag({
    ...{ baseUrl: site.mock.url, id: site.mock.key('premium').slice(0, 8) },
    profileUrl: 'https://www.instagram.com/your.account/',
  })
  const top = `<script>
    window.topOf = () => document.querySelector('#after').getBoundingClientRect().top
    addEventListener('photo-feeds', () => setTimeout(() => { window.first ??= topOf() }))
  </script>`
  await webkit.goto(site.address(`${notes}${top}${tag}<p id="after">After</p>`))
  await expect.poll(() => webkit.evaluate(() => events)).toEqual([['photo-feed-load', 6]])
  const moved = () =>
    webkit.evaluate(() => Math.abs(Reflect.get(window, 'topOf')() - Reflect.get(window, 'first')))
  expect(await moved()).toBeLessThan(8)
  expect(await webkit.evaluate(() => errors)).toEqual([])
})

test('a feed that moves to a frame and back keeps its styles, posts and viewer', async () => {
  await open('page-size="6" open-in="viewer"')
  const look = () =>
    webkit.evaluate(() => {
      const feed = Reflect.get(window, 'moved') as HTMLElement
      const root = feed.shadowRoot as ShadowRoot
      const list = root.getElementById('cards') as HTMLElement
      const display = (feed.ownerDocument.defaultView as Window).getComputedStyle(list).display
      return [display, root.querySelectorAll('li[data-post]').length]
    })
  await webkit.evaluate(() => {
    const feed = document.querySelector('photo-feed') as HTMLElement
    Reflect.set(window, 'moved', feed)
    Reflect.set(window, 'home', feed.parentElement)
    const frame = document.body.appendChild(document.createElement('iframe'))
    frame.contentDocument?.body.append(feed)
  })
  await expect.poll(look).toEqual(['grid', 6])
  await webkit.evaluate(() => Reflect.get(window, 'home').append(Reflect.get(window, 'moved')))
  await expect.poll(look).toEqual(['grid', 6])
  await webkit.evaluate(() => shadow().querySelector<HTMLElement>('a[part=link]')?.click())
  await expect.poll(() => webkit.evaluate(() => dialog()?.open ?? false)).toBe(true)
  expect(await webkit.evaluate(() => errors)).toEqual([])
})

test('lang="de_DE" is German, and a later language of the page is noticed', async () => {
  await open('lang="de_DE"')
  const button = () =>
    webkit.evaluate(() => shadow().querySelector('[name=load]')?.textContent ?? null)
  await expect.poll(button).toBe('Mehr laden')
  await webkit.evaluate(() => {
    document.querySelector('photo-feed')?.removeAttribute('lang')
    document.documentElement.lang = 'fr'
  })
  await expect.poll(button).toBe('Afficher plus')
})

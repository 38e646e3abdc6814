import { expect, test } from 'vitest'
import { engine } from '../../test-support/browser.ts'
import { runs } from '../../test-support/scope.ts'
import { probe, script, siteOfFile, texts } from './element-page.ts'

const site = await siteOfFile()

type Feed = HTMLElementTagNameMap['photo-feed']

const feedHtml = (attributes = '', inside = '') =>
  `<photo-feed src="${site.mock.url}" api-key="${site.mock.key('premium')}" page-size="6" open-in="viewer" ${attributes}>${inside}</photo-feed>`

declare const moved: Feed

/** What a visitor sees of a feed in whatever document it is. */
const shown = () => {
  const root = moved.shadowRoot
  const list = root?.getElementById('cards')
  return {
    sheets: (root?.adoptedStyleSheets.length ?? 0) > 2,
    display: list && moved.ownerDocument.defaultView?.getComputedStyle(list).display,
    cards: root?.querySelectorAll('li[data-post]').length,
    isBusy: root?.querySelector('li[aria-hidden]') !== null,
  }
}
const whole = { sheets: true, display: 'grid', cards: 6, isBusy: false }

const places = {
  'a frame': () => {
    const frame = document.body.appendChild(document.createElement('iframe'))
    return frame.contentDocument as Document
  },
  'another window': () => (open('about:blank') as Window).document,
}

test.each(['a frame', 'another window'] as const)(
  'styles, posts and viewer are there in %s: created, moved and moved back',
  async (name) => {
    const { page, errors } = await site.open(`${feedHtml()}<main></main>${script}`)
    await probe(page).settled()
    await page.evaluate((place) => {
      Reflect.set(window, 'place', Reflect.apply(new Function(`return (${place})()`), null, []))
      Reflect.set(window, 'moved', document.querySelector('photo-feed'))
    }, places[name].toString())
    expect(await page.evaluate(shown)).toEqual(whole)
    await page.evaluate(() => Reflect.get(window, 'place').body.append(moved))
    await expect.poll(() => page.evaluate(shown)).toEqual(whole)
    const openViewer = () =>
      page.evaluate(async () => {
        moved.shadowRoot?.querySelector<HTMLElement>('a[part=link]')?.click()
        const dialog = () =>
          [...(moved.shadowRoot?.children ?? [])]
            .map(({ shadowRoot }) => shadowRoot?.querySelector('dialog'))
            .find(Boolean)
        while (!dialog()?.open) await new Promise((resolve) => setTimeout(resolve, 20))
        const { position } = (moved.ownerDocument.defaultView as Window).getComputedStyle(
          dialog() as Element,
        )
        dialog()?.close()
        while (dialog()) await new Promise((resolve) => setTimeout(resolve, 20))
        return position
      })
    expect(await openViewer()).toBe('fixed')
    await page.evaluate(() => document.querySelector('main')?.append(moved))
    await expect.poll(() => page.evaluate(shown)).toEqual(whole)
    expect(await openViewer()).toBe('fixed')
    await page.evaluate(() => {
      const other = moved.cloneNode(true)
      Reflect.set(window, 'moved', other)
      Reflect.get(window, 'place').body.append(other)
    })
    await expect.poll(() => page.evaluate(shown)).toEqual(whole)
    expect(errors).toEqual([])
  },
)

test('a feed that is not near loads when the page is printed', async () => {
  const { page } = await site.open(`<p style="height: 9000px"></p>${feedHtml()}${script}`)
  const feed = probe(page)
  await page.waitForFunction(() => customElements.get('photo-feed') !== undefined)
  expect(await feed.cards.count()).toBe(0)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect.poll(() => feed.cards.count()).toBe(6)
})

test('changes of language, direction and visibility of the page are noticed', async () => {
  const { page } = await site.open(`<main><div>${feedHtml()}</div></main>${script}`)
  const feed = probe(page)
  await feed.settled()
  await feed.button(texts.loadMore).waitFor()
  await page.evaluate(() => document.documentElement.setAttribute('lang', 'de'))
  await feed.button('Mehr laden').waitFor()
  await page.evaluate(() => document.querySelector('main')?.setAttribute('lang', 'ar'))
  const direction = () =>
    feed.host.locator('#cards').evaluate((list) => getComputedStyle(list).direction)
  await expect.poll(direction).toBe('rtl')
  await page.evaluate(() => document.querySelector('div')?.setAttribute('dir', 'ltr'))
  await expect.poll(direction).toBe('ltr')
  await page.evaluate(() => document.querySelector('main')?.toggleAttribute('hidden', true))
  await page.evaluate(() => document.querySelector('main')?.toggleAttribute('hidden', false))
  expect(await feed.cards.first().isVisible()).toBe(true)
})

test('attributes lang of systems that write locales in their own way name languages', async () => {
  const languages = {
    de_DE: 'Mehr laden',
    'de_DE.UTF-8': 'Mehr laden',
    de_DE_formal: 'Mehr laden',
    pt_PT_ao90: 'Carregar mais',
    pt_BR: 'Carregar mais',
    zh_Hant_TW: '載入更多',
  }
  const feeds = Object.keys(languages).map((lang) => `<div lang="${lang}">${feedHtml()}</div>`)
  const { page, errors } = await site.open(feeds.join('') + script)
  const buttons = page.locator('photo-feed [name=load]')
  await expect.poll(() => buttons.allInnerTexts()).toEqual(Object.values(languages))
  expect(errors).toEqual([])
})

test('dates are those of the visitor', async () => {
  const { mock } = site
  const { name, apiKey } = mock.copy('premium')
  mock.posts(name).publish({ caption: 'Evening', timestamp: '2026-11-05T00:26:00+00:00' })
  const { page } = await site.open(
    `<photo-feed src="${mock.url}" api-key="${apiKey}" with-words="evening"></photo-feed>${script}`,
    { timezoneId: 'America/Los_Angeles' },
  )
  const feed = probe(page)
  await feed.settled()
  expect(await feed.cards.first().locator('time').innerText()).toBe('Nov 4, 2026')
})

test('lengths do not follow the font size of the root, and targets have 44 pixels', async () => {
  const measure = async (css: string) => {
    const { page } = await site.open(
      `<style>${css}</style><main style="width:640px">${feedHtml('albums type="CAROUSEL_ALBUM" show-profile theme="card"')}</main>${script}`,
    )
    const feed = probe(page)
    await feed.settled()
    await feed.cards.first().hover()
    const next = feed.host.locator('[part=album-button]').last()
    await next.waitFor({ state: 'attached' })
    const edge = await next.boundingBox()
    const isTarget = await feed.host.evaluate(
      (host, [x, y]) => host.shadowRoot?.elementFromPoint(x, y)?.getAttribute('name'),
      [(edge?.x ?? 0) - 5, (edge?.y ?? 0) - 5] as const,
    )
    expect(isTarget).toBe('next-item')
    const boxes = await feed.host
      .locator('li, [part=mark], [part=button], [part=avatar], [part=follow]')
      .evaluateAll((all) =>
        all.map((each) => [
          each.getAttribute('part'),
          Math.round(each.getBoundingClientRect().width),
          Math.round(each.getBoundingClientRect().height),
        ]),
      )
    await feed.cards.first().locator('a').click()
    const dialog = feed.host.locator('dialog')
    await dialog.waitFor()
    const inside = await dialog
      .locator('button, [part=viewer-caption], time')
      .evaluateAll((all) =>
        all.map((each) => [
          each.getAttribute('part'),
          getComputedStyle(each).fontSize,
          Math.round(each.getBoundingClientRect().height),
        ]),
      )
    const heights = await dialog
      .locator('button')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
    expect(heights.filter((height) => height < 44)).toEqual([])
    return { boxes, inside }
  }
  const expected = await measure('body { font: 16px/1.5 sans-serif }')
  for (const size of ['62.5%', '200%'].slice(0, runs(1, 2)))
    expect(await measure(`html { font-size: ${size} } body { font: 16px/1.5 sans-serif }`)).toEqual(
      expected,
    )
})

test.runIf(engine === 'chromium')('a carousel is printed with all of its posts', async () => {
  const { page } = await site.open(`${feedHtml('layout="carousel" columns="3"')}${script}`)
  const feed = probe(page)
  await feed.settled()
  await page.emulateMedia({ media: 'print' })
  const box = await feed.host.boundingBox()
  const rights = await feed.cards.evaluateAll((cards) =>
    cards.map((card) => card.getBoundingClientRect().right),
  )
  expect(Math.max(...rights)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0) + 1)
})

test('a page that is isolated from other origins shows posts, pictures and the viewer', async () => {
  const { page, errors } = await site.open(
    `${feedHtml('show-profile')}<script src="${site.mock.url}/embed.js"></script>`,
    {
      headers: {
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': 'require-corp',
      },
    },
  )
  const feed = probe(page)
  await feed.settled()
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
  expect((await feed.pictureWidths()).filter((width) => width === 0)).toEqual([])
  await feed.cards.first().locator('a').click()
  await feed.host.locator('dialog').waitFor()
  expect(errors).toEqual([])
})

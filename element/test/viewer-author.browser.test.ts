import { expect, test } from 'vitest'
import { runs } from '../../test-support/scope.ts'
import { siteOfFile, texts } from './element-page.ts'
import { hashOf, openFeed } from './viewer-page.ts'

const site = await siteOfFile()

test.each(['popstate', 'popstate and a click at once'])(
  'the viewer opens again after a lost %s',
  async (kind) => {
    const { feed, page, viewer, errors } = await openFeed(site, {
      before: `<script>addEventListener('popstate', (event) => event.stopImmediatePropagation(), true)</script>`,
    })
    const open = () => feed.cards.first().locator('a').click()
    await open()
    await viewer.dialog.waitFor()
    await page.keyboard.press('Escape')
    await viewer.closed()
    if (kind === 'popstate') await expect.poll(() => hashOf(page)).toBe('')
    await open()
    await viewer.dialog.waitFor()
    await expect.poll(() => hashOf(page)).toMatch(/^#photo=/)
    await page.keyboard.press('Escape')
    await viewer.closed()
    expect(errors).toEqual([])
  },
)

test('it names the author, with a link to the profile, and has one way to the next post', async () => {
  const { feed, page, viewer } = await openFeed(site, { attributes: 'type="IMAGE"' })
  await page.evaluate(() => {
    addEventListener('photo-feed-link', (event) =>
      Reflect.set(window, 'link', Reflect.get(event, 'detail')),
    )
    addEventListener('click', (event) => event.preventDefault())
  })
  await feed.cards.first().locator('a').click()
  await viewer.dialog.waitFor()
  const author = viewer.dialog.locator('#author')
  const link = author.getByRole('link', { name: '@harbour.and.hearth' })
  const href = await link.getAttribute('href')
  expect(href).toBe('https://photos.example/harbour.and.hearth/')
  expect(await author.locator('img').isVisible()).toBe(true)
  expect(await author.locator('time').count()).toBe(1)
  await link.click()
  expect(await page.evaluate(() => Reflect.get(window, 'link'))).toEqual({ url: href })
  const visible = viewer.dialog.getByRole('button', { name: /next/i })
  expect(
    await visible.evaluateAll((all) =>
      all
        .filter((each) => each.checkVisibility({ visibilityProperty: true }))
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([texts.nextPost])
})

test('an album has buttons and keys for its items, dots and the position', async () => {
  const { page, feed, viewer } = await openFeed(site, { attributes: 'type="CAROUSEL_ALBUM"' })
  await feed.cards.first().locator('a').click()
  await viewer.dialog.waitFor()
  const dots = viewer.dialog.locator('#dots')
  const total = await dots.locator('i').count()
  expect(await dots.innerText()).toBe(`1 / ${total}`)
  const post = await viewer.link.getAttribute('href')
  for (let index = 2; index <= total; index += 1) {
    await viewer.button('Next').click()
    await expect.poll(() => dots.innerText()).toBe(`${index} / ${total}`)
  }
  expect(await viewer.button('Next').isVisible()).toBe(false)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => dots.innerText()).toBe(`${total - 1} / ${total}`)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => dots.innerText()).toBe(`${total} / ${total}`)
  expect(await viewer.link.getAttribute('href')).toBe(post)
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => viewer.link.getAttribute('href')).not.toBe(post)
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(() => viewer.link.getAttribute('href')).toBe(post)
  await viewer.button(texts.nextPost).click()
  await expect.poll(() => viewer.link.getAttribute('href')).not.toBe(post)
})

test('openings leave no listener and no node', async () => {
  const { feed, page, viewer } = await openFeed(site, {
    before: `<script>
      window.listeners = new Map()
      const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype
      window.addEventListener = function (name, ...rest) { listeners.set(name, (listeners.get(name) ?? 0) + 1); return add.call(this, name, ...rest) }
      window.removeEventListener = function (name, ...rest) { listeners.set(name, (listeners.get(name) ?? 0) - 1); return remove.call(this, name, ...rest) }
    </script>`,
  })
  const once = async () => {
    await feed.cards.first().locator('a').click()
    await viewer.dialog.waitFor()
    await page.keyboard.press('Escape')
    await viewer.closed()
    await expect.poll(() => hashOf(page)).toBe('')
  }
  const count = () =>
    page.evaluate(() => [
      document.querySelector('photo-feed')?.shadowRoot?.querySelectorAll('*').length,
      document.adoptedStyleSheets.length,
      document.querySelectorAll('*').length,
      ...[...(Reflect.get(window, 'listeners') as Map<string, number>)].flat(),
    ])
  await once()
  const before = await count()
  for (let index = 0; index < runs(3, 50); index += 1) await once()
  expect(await count()).toEqual(before)
})

import { expect, test } from 'vitest'
import { delayedResponses, probe, script, siteOfFile, texts } from './element-page.ts'

const site = await siteOfFile()

type PhotoFeed = HTMLElementTagNameMap['photo-feed']

const german = {
  loadMore: 'Weitere laden',
  loading: 'Lädt …',
  loadingPosts: 'Beiträge werden geladen.',
  shown: '{count} Beiträge.',
  shownMore: '{count} weitere, insgesamt {total}.',
  empty: 'Noch keine Beiträge.',
  importing: 'Die ersten Beiträge folgen.',
  checkAgain: 'Nachsehen',
  error: 'Die Fotos sind nicht erreichbar.',
  errorMore: 'Weitere sind nicht erreichbar.',
  tryAgain: 'Erneut versuchen',
  playVideo: 'Video: {text}',
}

async function openFeed(scenario: string, attributes: string, content = '', before = '') {
  const { name, apiKey } = site.mock.copy(scenario)
  const responses = delayedResponses()
  const opened = await site.open(
    `${before}<photo-feed src="${site.mock.url}" api-key="${apiKey}" ${attributes}>${content}</photo-feed>${script}`,
    { prepare: responses.delay },
  )
  return { ...opened, feed: probe(opened.page), name, release: responses.release }
}

test('the attribute labels replaces every text while posts load, fail and arrive', async () => {
  const { feed, name, release } = await openFeed(
    'premium',
    `lang="de" page-size="3" labels='${JSON.stringify(german)}'`,
  )
  await feed.skeleton.first().waitFor()
  expect(await feed.status.textContent()).toBe('Beiträge werden geladen.')
  release()
  await feed.settled()
  expect(await feed.status.textContent()).toBe('3 Beiträge.')
  expect(await feed.host.locator('time').first().textContent()).toBe('18.11.2026')
  expect(await feed.button('Video: ').count()).toBe(1)
  site.mock.fault(name, 'server-error')
  await feed.button('Weitere laden').click()
  await feed.button('Lädt …').waitFor()
  expect(await feed.status.textContent()).toBe('Beiträge werden geladen.')
  await feed.message.getByText('Weitere sind nicht erreichbar.').waitFor()
  site.mock.fault(name, null)
  await feed.button('Erneut versuchen').click()
  await expect.poll(() => feed.cards.count()).toBe(6)
  expect(await feed.status.textContent()).toBe('3 weitere, insgesamt 6.')
})

test.each([
  ['empty', 'Noch keine Beiträge.'],
  ['importing', 'Die ersten Beiträge folgen.\n\nNachsehen'],
  ['regenerated', 'Die Fotos sind nicht erreichbar.'],
])('%s: the message of the labels', async (scenario, text) => {
  const { feed, release } = await openFeed(scenario, `labels='${JSON.stringify(german)}'`)
  release()
  await feed.message.waitFor()
  expect((await feed.message.innerText()).trim()).toBe(text)
})

test('the property labels renders again without a request, and keeps the focus', async () => {
  const { feed, requestUrls, release } = await openFeed('premium', 'page-size="3"')
  release()
  await feed.settled()
  await feed.button(texts.loadMore).click()
  await expect.poll(() => feed.cards.count()).toBe(6)
  await feed.button(texts.loadMore).focus()
  await feed.host.evaluate((element: PhotoFeed) => {
    element.labels = { loadMore: 'Weitere laden' }
  })
  expect(await feed.button('Weitere laden').evaluate((button) => button.matches(':focus'))).toBe(
    true,
  )
  expect(await feed.cards.count()).toBe(6)
  // An equal object, as React sets on every render, changes nothing.
  const isSame = await feed.host.evaluate((element: PhotoFeed) => {
    const card = element.shadowRoot?.querySelector('li')
    element.labels = { loadMore: 'Weitere laden' }
    return card === element.shadowRoot?.querySelector('li')
  })
  expect(isSame).toBe(true)
  await feed.host.evaluate((element) => element.setAttribute('lang', 'de'))
  expect(await feed.host.locator('time').first().textContent()).toBe('18.11.2026')
  expect(await feed.cards.count()).toBe(6)
  expect(requestUrls.filter((url) => url.includes('/api/v1/me'))).toHaveLength(2)
  await feed.button('Weitere laden').click()
  await expect.poll(() => feed.cards.count()).toBe(9)
})

test('the property labels may be set before the element is defined, and on an error', async () => {
  const { page } = await site.open(`<photo-feed src="${site.mock.url}"></photo-feed>`)
  const feed = probe(page)
  await feed.host.evaluate((element: PhotoFeed) => {
    element.labels = { error: 'Nicht erreichbar.' }
  })
  await page.addScriptTag({ type: 'module', url: '/element.js' })
  await feed.message.waitFor()
  expect(await feed.message.innerText()).toBe('Nicht erreichbar.')
  await feed.host.evaluate((element: PhotoFeed) => {
    element.labels = { error: 'Später wieder.' }
  })
  expect(await feed.message.innerText()).toBe('Später wieder.')
})

test('labels that are no JSON are logged and ignored', async () => {
  const warnings: string[] = []
  const { page } = await site.open(
    `<photo-feed src="${site.mock.url}" api-key="${site.mock.key('empty')}" labels="{empty}"></photo-feed>${script}`,
    {
      prepare: async (page) =>
        page.on('console', (message) => {
          if (message.type() === 'warning') warnings.push(message.text())
        }),
    },
  )
  const feed = probe(page)
  await feed.message.waitFor()
  expect(await feed.message.innerText()).toBe(texts.empty)
  expect(warnings).toEqual(['<photo-feed>: labels is not valid JSON.'])
})

test.each([
  ['of an ancestor', '<main lang="de">', '', '18.11.2026'],
  ['of its own', '<main lang="de">', 'lang="fr"', '18 nov. 2026'],
  ['that is invalid', '<main lang="de">', 'lang="not a language"', 'Nov 18, 2026'],
  ['of the document', '', '', 'Nov 18, 2026'],
])('dates are in the language %s', async (_, before, attributes, date) => {
  const { feed, errors, release } = await openFeed('free', attributes, '', before)
  release()
  await feed.settled()
  expect(await feed.host.locator('time').first().textContent()).toBe(date)
  expect(errors).toEqual([])
})

test('dates are in the language around the shadow root that contains the element', async () => {
  const { page } = await site.open(`<div lang="de"></div>${script}`)
  await page.evaluate(
    ({ url, key }) => {
      const feed = document.createElement('photo-feed')
      feed.setAttribute('src', url)
      feed.setAttribute('api-key', key)
      document.querySelector('div')?.attachShadow({ mode: 'open' }).append(feed)
    },
    { url: site.mock.url, key: site.mock.key('free') },
  )
  const feed = probe(page)
  await feed.settled()
  expect(await feed.host.locator('time').first().textContent()).toBe('18.11.2026')
})

test('the slots empty and error replace the messages, and the retry remains', async () => {
  const content = '<p slot="empty">Nothing here.</p><p slot="error">Out of order.</p>'
  const empty = await openFeed('empty', '', content)
  empty.release()
  await empty.feed.message.waitFor()
  const text = (name: string, page: typeof empty.page) =>
    page.locator(`photo-feed > [slot=${name}]`).isVisible()
  expect(await text('empty', empty.page)).toBe(true)
  expect(await text('error', empty.page)).toBe(false)
  await expect.poll(() => empty.feed.status.textContent()).toBe('Nothing here.')
  expect(await empty.feed.message.getByText(texts.empty).isVisible()).toBe(false)

  const failing = await openFeed('premium', 'page-size="2"', content)
  site.mock.fault(failing.name, 'server-error')
  failing.release()
  await failing.feed.message.waitFor()
  expect(await text('error', failing.page)).toBe(true)
  expect(await failing.feed.message.getByText('These photos').isVisible()).toBe(false)
  site.mock.fault(failing.name, null)
  await failing.feed.button(texts.tryAgain).click()
  await failing.feed.cards.first().waitFor()
  expect(await text('error', failing.page)).toBe(false)
})

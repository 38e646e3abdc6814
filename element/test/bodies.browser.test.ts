import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createFeed } from '../../sdk/src/entries/index.ts'
import { runs } from '../../test-support/scope.ts'
import { renderFeed } from '../src/entries/render.ts'
import { bodies } from './bodies.ts'
import { probe, script, siteOfFile, texts } from './element-page.ts'

const site = await siteOfFile()

const seed = 71
/** Each uses other paths from a body to the page. */
const looks = [
  '',
  'show-profile counts owner-notice',
  'layout="masonry" theme="card" captions="hover" counts',
  'layout="carousel" albums open-in="viewer" show-profile',
  'hidden-posts="1" without-words="#ad" consent="required"',
  'with-words="#cakes bread" layout="list"',
]
const key = 'a'.repeat(64)
const headers = { 'Access-Control-Allow-Origin': '*' }

test('renderFeed renders every body', async () => {
  const body = fc.tuple(bodies, fc.constantFrom('grid', 'list', 'tiles', 'masonry', 'carousel'))
  await fc.assert(
    fc.asyncProperty(body, async ([body, layout]) => {
      const fetch = async () => Response.json(body)
      const options = { baseUrl: 'https://feed.test', apiKey: key, maxRetries: 0, fetch }
      const page = await createFeed(options)
        .me()
        .catch(() => null)
      const look = { layout, showProfile: true, counts: true, ownerNotice: true } as const
      // Also what never came from the SDK.
      for (const each of [page, Object(body)] as Parameters<typeof renderFeed>[0][])
        if (each && !Array.isArray(each))
          expect(renderFeed(each, look)).toMatch(/data-post=|part="message"|name="load"/)
    }),
    { numRuns: runs(400, 10_000), seed },
  )
})

/** Displays bodies at the same time. Returns those after which an element has neither posts nor a message, or no event. */
function showAll(page: Page, batch: readonly { body: string | undefined; look: string }[]) {
  return page.evaluate(async (batch) => {
    const failures: unknown[] = []
    const onError = (event: Event) =>
      failures.push(String(Reflect.get(event, 'reason')?.stack ?? Reflect.get(event, 'message')))
    addEventListener('error', onError)
    addEventListener('unhandledrejection', onError)
    window.fetch = async (input) => {
      const [, index] = /\/(\d+)\/api/.exec(String(input)) ?? []
      const { body = '' } = batch[Number(index)] ?? {}
      return new Response(body, { headers: { 'Content-Type': 'application/json' } })
    }
    await Promise.all(
      batch.map(async ({ body, look }, index) => {
        const main = document.createElement('main')
        document.body.append(main)
        const html = `<photo-feed api-key="${'a'.repeat(64)}" ${look}><a href="/x">Link</a></photo-feed>`
        main.innerHTML = html
        const feed = main.firstElementChild as Element
        const ended = new Promise((resolve) => {
          feed.addEventListener('photo-feed-load', resolve)
          feed.addEventListener('photo-feed-error', resolve)
          setTimeout(resolve, 20_000, 'no event')
        })
        feed.setAttribute('src', `https://feed.test/${crypto.randomUUID()}/${index}`)
        const end = await ended
        const root = feed.shadowRoot as ShadowRoot
        const has = (selector: string) => root.querySelector(selector) !== null
        const isEnded = has('li[data-post],[part=message],[name=load]')
        if (end === 'no event' || !isEnded || has('li[aria-hidden],[aria-busy]'))
          failures.push([end === 'no event' ? end : (end as Event).type, look, body])
        main.remove()
      }),
    )
    await new Promise((resolve) => setTimeout(resolve))
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onError)
    return failures
  }, batch)
}

const timeout = runs(120_000, 900_000)

test('the element ends in posts or a message, and an event, with every body', {
  timeout,
}, async () => {
  const { page } = await site.open(script)
  const all = fc.sample(bodies, { numRuns: runs(150, 10_000), seed })
  for (let start = 0; start < all.length; start += 200) {
    const batch = all.slice(start, start + 200).map((body, index) => ({
      body: JSON.stringify(body),
      look: looks[index % looks.length] ?? '',
    }))
    expect(await showAll(page, batch)).toEqual([])
  }
})

/** Responds with a page whose posts are changed. */
async function respond(page: Page, change: (posts: Record<string, unknown>[]) => unknown[]) {
  const url = `${site.mock.url}/api/v1/me?api_key=${site.mock.key('premium')}&page[size]=7`
  const body = await (await fetch(url)).json()
  const json = { ...body, posts: change(body.posts) }
  await page.route('**/api/v1/me?*', (route) => route.fulfill({ json, headers }))
}

const open = (change: (posts: Record<string, unknown>[]) => unknown[], attributes = '') =>
  site.open(
    `<photo-feed src="${site.mock.url}" api-key="${key}" ${attributes}><a href="/x">Our photos</a></photo-feed>${script}`,
    { prepare: (page) => respond(page, change) },
  )

test('each odd post costs that post', async () => {
  const changes = [
    { mediaType: 'CAROUSEL_ALBUM', children: 7 },
    { caption: 7 },
    { altText: 1 },
    { likeCount: { toString: 1 } },
    { permalink: 'http://[', timestamp: {} },
  ]
  const { page, errors } = await open(
    (posts) => posts.map((post, index) => ({ ...post, ...changes[index] })),
    'counts',
  )
  const feed = probe(page)
  await feed.settled()
  expect(await feed.cards.count()).toBe(2)
  expect(errors).toEqual([])
})

test('posts that are all odd are an error, with the link of the owner and another try', async () => {
  const { page } = await open((posts) => posts.map((post) => ({ ...post, caption: 7 })))
  const feed = probe(page)
  await feed.message.waitFor()
  expect(await feed.button(texts.tryAgain).count()).toBe(1)
  expect(await page.getByRole('link', { name: 'Our photos' }).isVisible()).toBe(true)
})

test('no more posts are rendered than were requested', async () => {
  const { page } = await open(
    ([post]) => Array.from({ length: runs(2000, 20_000) }, (_, id) => ({ ...post, id: `p${id}` })),
    'page-size="12"',
  )
  const feed = probe(page)
  await feed.settled()
  expect(await feed.cards.count()).toBe(12)
})

test.each([
  ['words', ['premium'], 'with-words="#sailing"'],
  ['two keys', ['premium', 'free'], ''],
] as const)(
  'a file that cannot be loaded, for %s, is not the mistake of the site',
  async (_, scenarios, attributes) => {
    const keys = scenarios.map((name) => site.mock.key(name)).join(' ')
    const { page } = await site.open(
      `<script>addEventListener('photo-feed-error', ({ detail }) => { window.detail = detail })</script>
      <script src="${site.mock.url}/embed.js"></script>
      <photo-feed ${attributes} api-key="${keys}"><a href="/x">Our photos</a></photo-feed>`,
      {
        prepare: (page) =>
          page.route('**/which-posts-*.js*', (route) => route.fulfill({ status: 503 })),
      },
    )
    const feed = probe(page)
    await feed.message.waitFor()
    expect(await page.evaluate(() => Reflect.get(window, 'detail'))).toMatchObject({
      code: 'NETWORK',
      retryable: true,
    })
    await page.unroute('**/which-posts-*.js*')
    await feed.button(texts.tryAgain).click()
    await feed.cards.first().waitFor()
  },
)

import { expect, test } from 'vitest'
import { fetchTypes, typeErrors } from '../../test-support/type-errors.ts'

/** Returns the type errors of a program that imports the built package, with its declarations checked. */
function errorsOf(code: string, options: object = {}, modules = {}): Promise<string[]> {
  return typeErrors(
    { 'program.tsx': code, ...modules },
    {
      ...{ module: 'esnext', moduleResolution: 'bundler', target: 'es2022', jsx: 'react-jsx' },
      exactOptionalPropertyTypes: true,
      // Checks the declarations of packages, but not those of TypeScript.
      skipDefaultLibCheck: true,
      ...options,
    },
  )
}

const usage = `export const all = <>
  <photo-feed src="https://feed.example" api-key="1" columns={3} page-size="12" type="REELS" image-format="jpg"
    lang="de" className="a" owner-notice labels={{ loadMore: 'Mehr' }}
    onphoto-feed-load={({ detail }) => detail.posts.length} onphoto-feed-error={({ detail }) => detail.hint}
    hidden-posts="1 2" pinned-posts="3" with-words="#cakes" without-words="#ad"
    layout="masonry" onphoto-feed-open={(event) => event.preventDefault()} onphoto-feed-more={({ detail }) => detail.shown}
    ref={(element) => element?.reload()}>
    <p slot="empty">Nothing</p>
  </photo-feed>
</>
`

test('React: JSX knows the element, and rejects other values, labels, events and attributes', async () => {
  const attributes = [
    'type="STORY"',
    'labels={{ loadmore: 1 }}',
    'onphoto-feed-load={(event: MouseEvent) => event}',
    'source="x"',
  ]
  const elements = attributes.map((attribute) => `<photo-feed ${attribute} />,\n`).join('')
  const code = `import '@photofeed/element/react'\n${usage}\nexport const wrong = [${elements}]`
  expect(await errorsOf(code)).toEqual([
    `Type '"STORY"' is not assignable to type 'PostType | undefined'.`,
    expect.stringMatching(/'loadmore' does not exist in type 'PhotoFeedLabels'/),
    expect.stringMatching(
      /^Type '{ "onphoto-feed-load": .* }' is not assignable to type 'PhotoFeedProps'/,
    ),
    `Type '{ source: string; }' is not assignable to type 'PhotoFeedProps'.`,
  ])
})

test('Preact: JSX knows the element, and rejects other values and attributes', async () => {
  const code = `import '@photofeed/element/preact'\n${usage.replace('className', 'class')}
    export const wrong = [<photo-feed type="STORY" />, <photo-feed source="x" />]`
  expect(await errorsOf(code, { jsxImportSource: 'preact', skipLibCheck: true })).toEqual([
    `Type '"STORY"' is not assignable to type 'PostType | undefined'.`,
    expect.stringMatching(/^Type '{ source: string; }' is not assignable to type/),
  ])
})

test('Solid: JSX knows the element and its attributes, and rejects other values and attributes', async () => {
  const code = `import '@photofeed/element/solid'
    declare const apiKey: string
    export const all = <photo-feed src="https://feed.example" attr:api-key={apiKey} columns="3" attr:page-size={12}
      attr:type="REELS" lang="de" class="a" owner-notice labels={{ loadMore: 'Mehr' }}
      on:photo-feed-load={({ detail }) => detail.posts.length} on:photo-feed-error={({ detail }) => detail.hint} on:photo-feed-open={({ detail }) => detail.id}
      ref={(element) => element.reload()}>
      <p slot="empty">Nothing</p>
    </photo-feed>
    export const wrong = [<photo-feed attr:type="STORY" />, <photo-feed source="x" />]`
  const options = { jsx: 'preserve', jsxImportSource: 'solid-js', skipLibCheck: true }
  expect(await errorsOf(code, options)).toEqual([
    `Type '"STORY"' is not assignable to type 'PostType | undefined'.`,
    expect.stringMatching(/^Type '{ source: string; }' is not assignable to type/),
  ])
})

test('Vue: the element is a global component', async () => {
  const code = `import '@photofeed/element/vue'
    import type { GlobalComponents } from 'vue'
    type Feed = InstanceType<GlobalComponents['photo-feed']>
    export const props: Feed['$props'] = { src: 'x', 'api-key': '1', type: 'VIDEO', class: ['a'] }
    export const onLoad: Feed['$props'] = { onPhotoFeedLoad: ({ detail }) => detail.posts.length }
    export const onOpen: Feed['$props'] = { onPhotoFeedOpen: ({ detail }) => detail.id }
    export const reload = (feed: Feed) => feed.reload()
    // @ts-expect-error: no such type
    export const wrong: Feed['$props'] = { type: 'STORY' }`
  // Vue's own declarations have errors with these options.
  expect(await errorsOf(code, { skipLibCheck: true })).toEqual([])
})

test('the element alone adds itself and its events to the DOM, and nothing to JSX', async () => {
  const code = `import type { PhotoFeedLabels } from '@photofeed/element'
    const feed = document.createElement('photo-feed')
    feed.labels = { empty: 'Nothing' } satisfies PhotoFeedLabels
    feed.labels = '{}'
    feed.addEventListener('photo-feed-load', ({ detail }) => detail.posts.length)
    feed.addEventListener('photo-feed-error', ({ detail }) => detail.code === 'INVALID_API_KEY')
    feed.addEventListener('photo-feed-link', ({ detail }) => detail.url.length)
    feed.reload()
    Object.assign(feed, { apiKey: '1' })
    feed.apiKey = null
    feed.pageSize = 6
    // @ts-expect-error: no such type
    feed.type = 'STORY'
    // @ts-expect-error: no such label
    feed.labels = { emtpy: 'Nothing' }
    export const text: string | undefined = feed.labels.loadMore
    export const jsx = <photo-feed />`
  expect(await errorsOf(code)).toEqual([
    "Property 'photo-feed' does not exist on type 'JSX.IntrinsicElements'.",
  ])
})

test('renderFeed needs the types of fetch, and nothing else of the DOM', async () => {
  const code = `import { type PhotoFeedLabels, renderFeed } from '@photofeed/element/render'
    const labels: PhotoFeedLabels = { loadMore: 'Mehr' }
    const posts: Parameters<typeof renderFeed>[0]['posts'] = []
    export const html: string = renderFeed({
      posts,
      pagination: { nextCursor: null, prevCursor: null, hasMore: false, perPage: 1 },
      connection: { status: 'ready', stale: false, explanation: null, lastFetchedAt: null },
    }, { labels, lang: 'de', columns: 2, ownerNotice: true })`
  expect(await errorsOf(code, { lib: ['es2023'] }, { 'fetch.d.ts': fetchTypes })).toEqual([])
})

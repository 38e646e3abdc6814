/** What running a block has to end with. */
export interface Outcome {
  /** `page` is an HTML page with the block; page.browser.test.ts checks what it shows. */
  readonly runs: 'node' | 'browser' | 'page'
  /** The account of the mock; `premium` when it is left out. */
  readonly scenario?: string
  /** Code behind the block, which prints what the block has made. */
  readonly look?: string
  /** Every printed line, with the address of the service in the README. */
  readonly prints?: readonly (string | RegExp)[]
}

/** Why a block cannot run. */
export interface Excuse {
  readonly excuse: string
}

const time = '20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\+00:00'
const media = 'https://feed.example/media'
const picture = '439afb6a0e2c0ff8f4c970c59fe46c18.jpg'
const srcset = [320, 768, 960, 1200].map((width) => `${media}/${width}/${picture} ${width}w`)
const alt = 'Nobody said a word until the sun was up. Salt in the coffee, as usual.'

/** Every block of the README, by its name. */
export const outcomes: Readonly<Record<string, Outcome | Excuse>> = {
  '@photofeed/sdk 1': {
    excuse: 'The package is published after its tests. packed.test.ts installs the packed file.',
  },
  '@photofeed/sdk 2': {
    runs: 'node',
    prints: [
      'harbour.and.hearth ready',
      ...repeat(3, new RegExp(`^${time} ${media}/320/\\w+\\.jpg$`)),
    ],
  },
  '@photofeed/sdk 3': { excuse: 'It runs the script above.' },
  'Pages and posts 1': {
    runs: 'node',
    look: `console.log(page.posts.length, second?.posts.length, account.username, connection.status)
      console.log(first?.posts[0]?.id === page.posts[0]?.id, page.posts.every((post) => post.mediaType === 'IMAGE'))`,
    prints: ['12 12 harbour.and.hearth ready', 'true true'],
  },
  'Pages and posts 2': {
    runs: 'node',
    look: 'console.log(newest.length)',
    prints: [
      ...repeat(66, /^https:\/\/photos\.example\/(p|reel)\/\w+\/$/),
      ...repeat(5, '50'),
      '14',
      ...repeat(5, /^180\d{14}$/),
      '30',
    ],
  },
  'The connection 1': {
    runs: 'node',
    scenario: 'invalid-token',
    prints: [
      new RegExp(`^The connection to the platform is broken, .+ stays the same\\. ${time}$`),
    ],
  },
  'Errors 1': {
    runs: 'node',
    scenario: 'regenerated',
    prints: [
      '401 INVALID_API_KEY: The provided API key is invalid. Copy the current one from the dashboard.',
      /^\{"name":"InvalidApiKeyError","message":"401 INVALID_API_KEY: .+","hint":"Copy the .+","retryable":false,"code":"INVALID_API_KEY","status":401,/,
    ],
  },
  'Retries, time and fetch 1': {
    excuse: 'It needs a proxy. request.test.ts sends requests through undici with a dispatcher.',
  },
  'Retries, time and fetch 2': {
    runs: 'node',
    look: 'await traced.me({ pageSize: 1 })',
    prints: [
      '1 https://feed.example/api/v1/me?page%5Bsize%5D=1&api_key=<redacted>',
      /^https:\/\/feed\.example\/api\/v1\/me\?page%5Bsize%5D=1&api_key=<redacted> 200 null \d+(\.\d+)? null$/,
    ],
  },
  'Other clients 1': {
    runs: 'node',
    prints: [/^"[\w-]+"$|^W\/".+"$/],
  },
  'Other clients 2': { runs: 'node', prints: ['3 undefined'] },
  'Several accounts 1': {
    runs: 'node',
    look: 'console.log(newest.posts.length, older?.posts.length)',
    prints: [...repeat(264 + 6, /^[\w.]+ https:\/\/photos\.example\/(p|reel)\/\w+\/$/), '12 12'],
  },
  'Caching 1': {
    runs: 'node',
    look: 'console.log(posts.length)',
    prints: ['100'],
  },
  'Caching 2': { excuse: 'It needs localStorage. lost-service.browser.test.ts uses this store.' },
  'Pictures 1': {
    runs: 'browser',
    look: 'console.log(image.outerHTML)',
    prints: [
      `<img alt="${alt}" loading="lazy" decoding="async" sizes="(min-width: 60rem) 33vw, 100vw" srcset="${srcset.join(', ')}" width="768" src="${media}/768/${picture}">`,
    ],
  },
  'Pictures 2': {
    runs: 'node',
    look: `import { renderToStaticMarkup } from 'react-dom/server'
      console.log(renderToStaticMarkup(<Picture post={post} />))`,
    prints: [
      `<img alt="${alt}" loading="lazy" decoding="async" sizes="100vw" width="768" src="${media}/768/${picture}" srcSet="${srcset.join(', ')}"/>`,
    ],
  },
  'Pictures 3': {
    runs: 'node',
    look: `import { renderToStaticMarkup } from 'react-dom/server'
      console.log(renderToStaticMarkup(<Photo post={post} />))`,
    prints: [
      `<img alt="${alt}" loading="lazy" sizes="100vw" srcSet="${media}/768/${picture} 640w, ${media}/1200/${picture} 1080w" src="${media}/1200/${picture}"/>`,
    ],
  },
  'Astro 1': { excuse: 'It needs Astro. astro.long.test.ts builds an app with the loader.' },
  'TanStack Query 1': {
    runs: 'node',
    look: `import { QueryClientProvider } from '@tanstack/react-query'
      import { renderToStaticMarkup } from 'react-dom/server'
      await queryClient.prefetchQuery(queries.account())
      await queryClient.infiniteQuery(queries.posts({ pageSize: 12 }))
      const markup = renderToStaticMarkup(
        <QueryClientProvider client={queryClient}><Username /><Captions /></QueryClientProvider>,
      )
      console.log(markup.replaceAll('\\n', ''))
      console.log(markup.split('<p>').length - 1)`,
    prints: [/^harbour\.and\.hearth<p>Nobody said a word .+<\/p><button>More<\/button>$/, '12'],
  },
  'TanStack Query 2': {
    runs: 'node',
    look: `const [{ queryKey, state }] = queryClient.getQueryCache().getAll()
      console.log(JSON.stringify(queryKey), cached?.pages[0]?.posts.length, state.isInvalidated)`,
    prints: [/^\["photofeed","[0-9a-z]+","posts",\{"pageSize":12\}\] 12 true$/],
  },
  'GraphQL 1': {
    runs: 'node',
    look: `console.log(data.me?.posts.length, data.me?.posts.every(({ type }) => type === 'IMAGE'), details.post)
      console.log(more.data.me?.posts.length, own.data.me.username, connection?.status)`,
    prints: ['12 true null', '12 harbour.and.hearth ready'],
  },
  'GraphQL 2': { excuse: 'definitions.long.test.ts runs it with the packed package.' },
  'RSS 1': {
    runs: 'node',
    look: 'console.log(items.length, connection?.status)',
    prints: [`Harbour & Hearth 2026-11-18T17:42:10+00:00 ${media}/${picture}`, '100 ready'],
  },
  'Attributes 1': { runs: 'page' },
  'Layouts 1': { runs: 'page' },
  'Events 1': {
    runs: 'browser',
    look: `document.body.dispatchEvent(
        new CustomEvent('photo-feed-open', { bubbles: true, detail: { id: '1', url: '' } }))`,
    prints: ['opened 1'],
  },
  'Which posts 1': { excuse: 'which-posts.long.browser.test.ts has each of its attributes.' },
  'Styles 1': { runs: 'page' },
  'Captions of videos 1': {
    excuse: 'It needs a file of captions. viewer-display.long.browser.test.ts has one.',
  },
  'Texts 1': { runs: 'page' },
  'From a server 1': {
    runs: 'node',
    look: `console.log(html.replaceAll('\\n', ''))
      console.log(html.split('<img ').length - 1)`,
    prints: [
      new RegExp(
        `^<photo-feed src="https://feed.example" api-key="<API_KEY>" page-size="12" lang="de"><.+${alt}.+>18\\.11\\.2026</time>.+>Mehr laden</button>`,
      ),
      '12',
    ],
  },
  'In frameworks 1': {
    runs: 'node',
    look: `import { renderToStaticMarkup } from 'react-dom/server'
      console.log(renderToStaticMarkup(<Photos />))`,
    prints: [
      '<photo-feed src="https://feed.example" api-key="<API_KEY>" type="IMAGE"></photo-feed>',
    ],
  },
}

function repeat(count: number, line: string | RegExp): (string | RegExp)[] {
  return Array(count).fill(line)
}

/** The blocks that run in one place, as the rows of a test. */
export function outcomesIn(place: Outcome['runs']): [name: string, outcome: Outcome][] {
  return Object.entries(outcomes).filter(
    (entry): entry is [string, Outcome] => 'runs' in entry[1] && entry[1].runs === place,
  )
}

/** Returns the lines that a block must print, with patterns as matchers. */
export function createExpectedLines(
  { prints = [] }: Outcome,
  matching: (pattern: RegExp) => unknown,
) {
  return prints.map((line) => (typeof line === 'string' ? line : matching(line)))
}

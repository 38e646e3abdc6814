import type { MediaType } from '@photofeed/openapi'
import { paths } from '../../src/http/request-spec.ts'
import { onFeed } from './feeds.ts'
import { type Json, type Mutant, onHeaders, successOf } from './mutant.ts'
import { cursorWith } from './pages.ts'
import { onQuietPage } from './quiet-account.ts'

const day = 86_400_000
const iso = (time: number) => new Date(time).toISOString().replace('.000Z', '+00:00')

const always = () => true
const isStale = (_: Request, { headers }: Response) => headers.has('x-service-feed-stale')
const isNeverFetched = (request: Request, response: Response) =>
  successOf(paths.me)(request, response) && response.headers.get('x-last-fetched-at') === 'Never'
const isError = (_: Request, { status }: Response) => status >= 400
/** Sets a field of the first post of a type: pages have other orders, too. */
const onPost = (type: MediaType, field: string, ...values: unknown[]) =>
  values.map((value) =>
    onQuietPage(({ posts }) => {
      const post = posts.find(({ mediaType }: Json) => mediaType === type)
      if (post) post[field] = value
    }),
  )
/** Sets a field of the first item of a type in an album. */
const onItem = (
  type: MediaType,
  field: string,
  value: unknown,
  plan: 'premium' | 'free' = 'premium',
) =>
  onQuietPage(({ posts }) => {
    const items = posts.flatMap(({ children }: Json) => children ?? [])
    const item = items.find(({ mediaType }: Json) => mediaType === type)
    if (item) item[field] = value
  }, plan)
const elsewhere = 'https://a.example/1.png'
const onHeader = (applies: typeof isStale, name: string, ...values: string[]) =>
  values.map((value) => onHeaders(applies, { [name]: value }))
const inFeed = (part: string | RegExp, by: string) => onFeed((xml) => xml.replace(part, by))
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const dayAfter = (date: string) =>
  date.replace(/^\w+/, (name) => days[(days.indexOf(name) + 1) % 7] ?? '')

/**
 * Values that are wrong by the least, by the rule: what its form or its limit would accept if it were a little laxer. Each of
 * the lists has one in each run, so they are as different as servers are.
 */
// biome-ignore format: a row for each rule
export const nearMisses: Readonly<Record<string, readonly Mutant['handle'][]>> = {
  'stale-when-broken': onHeader(isStale, 'x-service-feed-stale', 'Broken', ''),
  'me-last-fetched-header': onHeader(isNeverFetched, 'x-last-fetched-at', 'never', ''),
  'cache-seconds': onHeader(successOf(paths.rss), 'cache-control', 'max-age=3601, public', 'max-age=3600', 'max-age=3599, public'),
  'error-not-cached': onHeader(isError, 'cache-control', 'private', 'max-age=1', 'must-revalidate'),
  'no-rate-limit-headers': ['ratelimit', 'rate-limit', 'x-ratelimit-reset', 'x-rate-limit', 'retry-after']
    .flatMap((name) => onHeader(always, name, '1')),
  'body-is-plain-utf-8': onHeader(successOf(paths.me), 'content-type', 'application/json; charset=utf8mb4', 'application/json; charset=utf-16'),
  'page-is-full': [onQuietPage(({ posts, pagination }) => {
    if (!pagination.hasMore) while (posts.length <= pagination.perPage) posts.push(posts[0])
  })],
  'cursors-are-url-safe': ['=', '+', '/', '%'].map(cursorWith),
  'times-are-real': onPost('IMAGE', 'timestamp', '2009-12-31T23:59:59+00:00', iso(Date.now() + 2 * day)),
  'ids-are-exact': onPost('IMAGE', 'id', '', '0', '1.5', '1e17', 'NaN', 'None', 'undefined'),
  'urls-are-absolute': onPost('IMAGE', 'permalink', '//a.example/p/1', 'ftp://a.example/p/1', 'p/1'),
  'thumbnail-of-video-only': [onItem('IMAGE', 'thumbnailUrl', 'https://a.example/1.jpg')],
  'child-media-is-stored': [onItem('VIDEO', 'thumbnailUrl', elsewhere)],
  'premium-child-has-sizes': [onItem('IMAGE', 'sizes', null)],
  'free-has-no-sizes': [onItem('IMAGE', 'sizes', {}, 'free')],
  'thumbnail-is-jpg': onPost('VIDEO', 'thumbnailUrl', 'https://a.example/1.png', 'https://a.example/1.webp', 'https://a.example/jpg', 'https://a.example/1.jpg.mp4'),
  'image-media-url': onPost('IMAGE', 'mediaUrl', 'https://a.example/1.mp4', 'https://a.example/1.mov', 'https://a.example/1.webm'),
  'video-media-url': onPost('VIDEO', 'mediaUrl', 'https://a.example/1.mov', 'https://a.example/1.png', 'https://a.example/mp4'),
  'sizes-on-one-host': [onQuietPage(({ posts }: Json) => {
    const { sizes } = posts[0]
    sizes[768] = sizes[768].replace(/(?<=:\/\/[^/]*)(:\d+)?\//, ':1/')
  })],
  'rss-channel': [inFeed(/<title>.*?</, '<title><'), inFeed(/<description>[^<]*/, '<description>'), inFeed(/<link>.*?</, '<link>a.example<')],
  'rss-items': [
    inFeed(/ length="\d+"/, ' length="12 kB"'),
    inFeed(/ length="\d+"/, ' length="-1"'),
    inFeed(/(<enclosure [^>]* type=")[^"]*/, '$1'),
    inFeed(/(<enclosure url=")[^"]*/, '$1/1.jpg'),
  ],
  'rss-dates': [
    onFeed((xml) => xml.replace(/(?<=<pubDate>)[^<]+/g, dayAfter)),
    inFeed(/(?<=<pubDate>.* \d{4} )\d/g, 'T$&'),
  ],
}

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

const spelled = (spell: (date: string) => string) =>
  onFeed((xml) => xml.replace(/(?<=<pubDate>)[^<]+/g, spell))
const builtAt = (date: string) => inFeed(/(?<=<lastBuildDate>)[^<]+/, date)

/** Values that are right by the least, by the rule: each alternative and edge of its form. */
// biome-ignore format: a row for each rule
export const nearHits: typeof nearMisses = {
  'stale-when-broken': onHeader(isStale, 'x-service-feed-stale', 'Broken connection'),
  'me-last-fetched-header': onHeader(isNeverFetched, 'x-last-fetched-at', 'Never'),
  'cache-seconds': onHeader(successOf(paths.rss), 'cache-control', 'PUBLIC,max-age=3600', 'max-age=3600 , public', 'no-store', 'private, max-age=60', 'no-cache'),
  'error-not-cached': onHeader(isError, 'cache-control', 'no-cache', 'private, max-age=0', 'NO-STORE'),
  'no-rate-limit-headers': onHeader(always, 'x-retry-after', '1'),
  'body-is-plain-utf-8': onHeader(successOf(paths.me), 'content-type', 'application/json; charset=utf-8', 'application/json;charset=UTF8', 'application/json; charset="utf-8"'),
  'account-last-fetch-at': ['2026-02-28T17:45Z', '2026-02-28T17:45:10.123456+02', '2026-02-28T17:45:10+0200', '2026-02-28T17:45:10-02:30', '2010-01-01T00:00:00Z']
    .map((time) => onQuietPage((page) => { page.lastFetchAt = time })),
  'times-are-real': onPost('IMAGE', 'timestamp', '2010-01-01T00:00:00+00:00', iso(Date.now() + 0.9 * day)),
  'ids-are-exact': onPost('IMAGE', 'id', '00', '1', '1e5x', 'a1.5', 'nan1', '_', '18446744073709551616'),
  'urls-are-absolute': onPost('IMAGE', 'permalink', 'HTTP://a.example', 'https://a.example/é?x=1#y'),
  'thumbnail-is-jpg': onPost('VIDEO', 'thumbnailUrl', 'https://a.example/1.JPG', 'https://a.example/1.jpeg?x=1.png'),
  'video-media-url': onPost('VIDEO', 'mediaUrl', 'https://a.example/1.MP4?x', 'https://a.example/1.jpg', 'https://a.example/1.jpeg'),
  'image-media-url': onPost('IMAGE', 'mediaUrl', 'https://a.example/1.heic', 'https://a.example/1', 'https://a.example/1.mp4.webp'),
  'rss-channel': [inFeed(/<title>.*?</, '<title>a<'), inFeed(/<description>[^<]*/, '<description>.'), inFeed(/<link>.*?</, '<link>HTTPS://a.example<')],
  'rss-items': [inFeed(/ length="\d+"/, ' length="0"'), inFeed(/(<enclosure [^>]* type=")[^"]*/, '$1image/x'), inFeed(/(<enclosure url=")[^"]*/, '$1http://a.example')],
  'rss-channel-dates': ['Sun, 1 Feb 2026 17:45 GMT', '01 Feb 26 17:45:10 A', '1 Feb 2026 17:45:10 PDT', 'Sun, 01 Feb 2026 17:45:10 +0530'].map(builtAt),
  // RFC 822, section 5.1: other spellings of the same time.
  'rss-dates': [
    ...['UT', 'Z', '-0000', '+0000'].map((zone) => spelled((date) => date.replace('GMT', zone))),
    spelled((date) => new Date(Date.parse(date) - 5 * 3_600_000).toUTCString().replace('GMT', 'EST')),
    spelled((date) => date.replace(/^\w+, 0?/, '')),
  ],
}

import type { Schemas } from '@photofeed/openapi'
import { type Exchange, once } from '../http/exchange.ts'
import { isObject } from '../http/json.ts'
import { carousel, free, premium, sized, video } from '../judging/needs.ts'
import {
  all,
  each,
  eachIn,
  eachLacks,
  fieldJudgment,
  ofPlan,
  only,
} from '../judging/resource-instances.ts'
import { rulesOf } from '../judging/rule.ts'

type Post = Schemas['Post']
type Child = Schemas['Child']

const isVideo = ({ mediaType }: Post | Child) => mediaType === 'VIDEO'
const hasSizes = ({ sizes }: Post | Child) => isObject(sizes)

/** Albums whose items are in the response and stored. */
const storedAlbums = only(
  all.posts,
  (post) => post.mediaType === 'CAROUSEL_ALBUM' && hasSizes(post) && Boolean(post.children?.length),
)

// biome-ignore format: a row for each rule
const facts = [
  ['thumbnail-of-video-only', 'must', '2.2', '#/components/schemas/Post/properties/thumbnailUrl',
    'Posts and carousel items that are not a VIDEO have null for `thumbnailUrl`.'],
  ['thumbnail-is-jpg', 'must', '2.2', '#/components/schemas/Post/properties/thumbnailUrl/description',
    'The `thumbnailUrl` of a VIDEO, where it is there, is a .jpg file; also of one in a carousel.'],
  ['video-media-url', 'should', '2.2', '#/components/schemas/Post/properties/mediaUrl/description',
    'The `mediaUrl` of a VIDEO is an .mp4 file, or a .jpg where the video was withheld.'],
  ['image-media-url', 'should', '2.2', '#/components/schemas/Post/properties/mediaUrl/description',
    'The `mediaUrl` of an IMAGE is not a video.'],
  ['carousel-media-url', 'must', '2.2', '#/components/schemas/Post/properties/mediaUrl/description',
    'The `mediaUrl` of a stored CAROUSEL_ALBUM is that of its first item.'],
  ['free-has-no-sizes', 'must', '2.5', '#/x-plans/free/sizes',
    'On Free neither posts nor carousel items have `sizes`.'],
  ['premium-has-sizes', 'must', '2.5', '#/x-plans/premium/sizes',
    'On Premium a post whose media is stored has `sizes`.'],
  ['sizes-of-stored-media', 'must', '2.2', '#/components/schemas/Post/properties/sizes/description',
    'A post whose media is not stored has no `sizes`: where they are, `mediaUrl` is on the media host too.'],
  ['sizes-on-one-host', 'must', '2.5', '#/components/schemas/Sizes',
    'The URLs of `sizes` are on the media host, so they are on one host.'],
  ['child-sizes-are-of-a-thumbnail', 'must', '2.3', '#/components/schemas/Child/properties/sizes/description',
    'A carousel item that is a VIDEO has `sizes` of its thumbnail, so it has a thumbnail.'],
  ['child-media-is-stored', 'must', '2.3', '#/components/schemas/Child/properties/mediaUrl/description',
    'The `mediaUrl` and `thumbnailUrl` of carousel items are always on the media host.'],
  ['premium-child-has-sizes', 'must', '2.3', '#/components/schemas/Child/properties/sizes/description',
    'On Premium every carousel item has `sizes`; null only for a VIDEO without a stored thumbnail.'],
] as const

const { postsAndChildren: media } = all
const notVideos = only(media, (post) => !isVideo(post))
const videos = only(media, isVideo)
const videosWithThumbnail = only(videos, (post) => typeof post.thumbnailUrl === 'string')
const images = only(media, ({ mediaType }) => mediaType === 'IMAGE')
const videoItemsWithSizes = only(all.children, (child) => isVideo(child) && hasSizes(child))
const stored = ofPlan('premium', (exchange) => storedIn(all.posts(exchange)))

// biome-ignore format: a row for each rule
const fields = {
  'thumbnail-of-video-only': fieldJudgment(notVideos, 'thumbnailUrl', 'null', (url) => url === null),
  'thumbnail-is-jpg': fieldJudgment(videosWithThumbnail, 'thumbnailUrl', 'a .jpg file', isFile('jpe?g'), video),
  'video-media-url': fieldJudgment(videos, 'mediaUrl', 'an .mp4 or a .jpg file', isFile('mp4|jpe?g'), video),
  'image-media-url': fieldJudgment(images, 'mediaUrl', 'a picture', (url) => !isFile('mp4|mov|webm')(url)),
  'premium-has-sizes': fieldJudgment(stored, 'sizes', 'an object, since the media is stored', (_, post) => 'sizes' in post, premium, sized),
  'child-sizes-are-of-a-thumbnail': fieldJudgment(videoItemsWithSizes, 'thumbnailUrl', 'a URL', (url) => typeof url === 'string', carousel, sized),
}

/** Sections 2.2 and 2.3: where the media of posts and carousel items is. */
export const mediaRules = rulesOf(facts, {
  ...fields,
  'carousel-media-url': {
    needs: [carousel, sized],
    ...each(storedAlbums, ({ children, mediaUrl }, at, expect) =>
      expect.same(`${at}.mediaUrl`, children?.[0]?.mediaUrl, mediaUrl),
    ),
  },
  'free-has-no-sizes': {
    needs: [free],
    ...eachLacks(ofPlan('free', all.postsAndChildren), ['sizes']),
  },
  'sizes-of-stored-media': {
    needs: [sized],
    ...each(only(all.posts, hasSizes), ({ mediaUrl, sizes }, at, expect) => {
      const host = hostOf(firstUrl(sizes) ?? mediaUrl)
      expect.same(`${at}.mediaUrl (its host)`, host, hostOf(mediaUrl))
    }),
  },
  'sizes-on-one-host': {
    needs: [sized],
    ...each(all.sizes, (sizes, at, expect) => {
      const hosts = [...new Set(urlsOf(sizes).map(hostOf))]
      expect.that(hosts.length === 1, `${at} (hosts)`, 'one host', hosts)
    }),
  },
  'child-media-is-stored': {
    needs: [carousel, sized],
    ...eachIn(
      (exchange) => (mediaHost(exchange) === null ? [] : all.children(exchange)),
      (child, at, exchange, expect) => {
        for (const field of ['mediaUrl', 'thumbnailUrl'] as const)
          if (typeof child[field] === 'string')
            expect.same(
              exchange,
              `${at}.${field} (its host)`,
              mediaHost(exchange),
              hostOf(child[field]),
            )
      },
    ),
  },
  'premium-child-has-sizes': {
    needs: [premium, carousel],
    ...each(ofPlan('premium', all.children), (child, at, expect) => {
      const { sizes, thumbnailUrl } = child
      const mayBeNull = isVideo(child) && thumbnailUrl === null
      const expected = mayBeNull ? 'an object or null' : 'an object'
      const isThere = Boolean(sizes) || (mayBeNull && sizes === null)
      expect.that(isThere, `${at}.sizes`, expected, sizes)
    }),
  },
})

/** Posts whose media is certainly stored: it is in the folder of carousel items, or of a post with `sizes`. */
const storedIn = once((posts: ReturnType<typeof all.posts>) => {
  const values = posts.map(({ value }) => value)
  const children = values.flatMap((post) => (Array.isArray(post.children) ? post.children : []))
  const stored = [...values.filter(hasSizes), ...children.filter(isObject)]
  const folders = new Set(stored.map(({ mediaUrl }) => folderOf(mediaUrl)))
  return posts.filter(
    ({ value }) => folders.has(folderOf(value.mediaUrl)) && !lacksPoster(value, folders),
  )
})

/** A VIDEO has `sizes` of its thumbnail, so without a stored one it has none. */
function lacksPoster(post: Post, folders: ReadonlySet<string>): boolean {
  const first = post.mediaType === 'CAROUSEL_ALBUM' ? post.children?.[0] : post
  return !first || (isVideo(first) && !folders.has(folderOf(first.thumbnailUrl)))
}

function folderOf(url: unknown): string {
  const text = String(url)
  return text.slice(0, text.lastIndexOf('/') + 1)
}

/** Where resized pictures come from, which is the media host by definition. */
function mediaHost(exchange: Exchange): string | null {
  for (const { value } of all.sizes(exchange)) {
    const url = firstUrl(value)
    if (url) return hostOf(url)
  }
  return null
}

function urlsOf(sizes: unknown): string[] {
  return Object.values(sizes as object).filter((url) => typeof url === 'string')
}

function firstUrl(sizes: unknown): string | undefined {
  return urlsOf(sizes)[0]
}

function isFile(endings: string): (url: unknown) => boolean {
  const ending = new RegExp(`\\.(${endings})$`, 'i')
  return (url) => ending.test(URL.parse(String(url))?.pathname ?? '')
}

function hostOf(url: unknown): string {
  return URL.parse(String(url))?.host ?? 'no URL'
}

import type { Schemas } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import { isObject } from '../http/json.ts'
import { carousel, free, premium, sized, video } from '../judging/needs.ts'
import { all, each, type Find, ofPlan, only } from '../judging/resource-instances.ts'
import { type Rule, responseRule } from '../judging/rule.ts'

type Post = Schemas['Post']
type Child = Schemas['Child']

const postsAndChildren: Find<Post | Child> = (exchange) => [
  ...all.posts(exchange),
  ...all.children(exchange),
]
export const isVideo = ({ mediaType }: Post | Child) => mediaType === 'VIDEO'
export const hasSizes = ({ sizes }: Post | Child) => isObject(sizes)

/** Albums whose items are in the response and stored. */
const storedAlbums = only(
  all.posts,
  (post) => post.mediaType === 'CAROUSEL_ALBUM' && hasSizes(post) && Boolean(post.children?.length),
)

/** Sections 2.2 and 2.5: where the media of posts is, and which have `sizes`. */
export const mediaRules: Rule[] = [
  responseRule({
    id: 'thumbnail-of-video-only',
    level: 'must',
    section: '2.2',
    sentence: 'Posts that are not a VIDEO have null for `thumbnailUrl`.',
    definedAt: '#/components/schemas/Post/properties/thumbnailUrl',
    ...each(
      only(all.posts, (post) => !isVideo(post)),
      ({ thumbnailUrl }, at, exchange, expect) =>
        expect.same(exchange, `${at}.thumbnailUrl`, null, thumbnailUrl),
    ),
  }),
  responseRule({
    id: 'thumbnail-is-jpg',
    level: 'must',
    section: '2.2',
    sentence: 'The `thumbnailUrl` of a VIDEO is a .jpg file.',
    definedAt: '#/components/schemas/Post/properties/thumbnailUrl/description',
    needs: [video],
    ...each(
      only(all.posts, (post) => isVideo(post) && typeof post.thumbnailUrl === 'string'),
      ({ thumbnailUrl }, at, exchange, expect) => {
        const isJpg = /\.jpe?g$/i.test(pathOf(thumbnailUrl))
        expect.that(isJpg, exchange, `${at}.thumbnailUrl`, 'a .jpg file', thumbnailUrl)
      },
    ),
  }),
  responseRule({
    id: 'video-media-url',
    level: 'should',
    section: '2.2',
    sentence: 'The `mediaUrl` of a VIDEO is an .mp4 file, or a .jpg where the video was withheld.',
    definedAt: '#/components/schemas/Post/properties/mediaUrl/description',
    needs: [video],
    ...each(only(postsAndChildren, isVideo), ({ mediaUrl }, at, exchange, expect) => {
      const isMedia = /\.(mp4|jpe?g)$/i.test(pathOf(mediaUrl))
      expect.that(isMedia, exchange, `${at}.mediaUrl`, 'an .mp4 or a .jpg file', mediaUrl)
    }),
  }),
  responseRule({
    id: 'image-media-url',
    level: 'should',
    section: '2.2',
    sentence: 'The `mediaUrl` of an IMAGE is not a video.',
    definedAt: '#/components/schemas/Post/properties/mediaUrl/description',
    ...each(
      only(postsAndChildren, ({ mediaType }) => mediaType === 'IMAGE'),
      ({ mediaUrl }, at, exchange, expect) => {
        const isVideoFile = /\.(mp4|mov|webm)$/i.test(pathOf(mediaUrl))
        expect.that(!isVideoFile, exchange, `${at}.mediaUrl`, 'a picture', mediaUrl)
      },
    ),
  }),
  responseRule({
    id: 'carousel-media-url',
    level: 'must',
    section: '2.2',
    sentence: 'The `mediaUrl` of a stored CAROUSEL_ALBUM is that of its first item.',
    definedAt: '#/components/schemas/Post/properties/mediaUrl/description',
    needs: [carousel, sized],
    ...each(storedAlbums, ({ children, mediaUrl }, at, exchange, expect) =>
      expect.same(exchange, `${at}.mediaUrl`, children?.[0]?.mediaUrl, mediaUrl),
    ),
  }),
  responseRule({
    id: 'free-has-no-sizes',
    level: 'must',
    section: '2.5',
    sentence: 'On Free neither posts nor carousel items have `sizes`.',
    definedAt: '#/x-plans/free/sizes',
    needs: [free],
    looksAt: 'account',
    ...each(ofPlan('free', postsAndChildren), ({ sizes }, at, exchange, expect) =>
      expect.same(exchange, `${at}.sizes`, undefined, sizes),
    ),
  }),
  responseRule({
    id: 'premium-has-sizes',
    level: 'must',
    section: '2.5',
    sentence: 'On Premium a post whose media is stored has `sizes`.',
    definedAt: '#/x-plans/premium/sizes',
    needs: [premium, sized],
    looksAt: 'account',
    ...each(ofPlan('premium', storedPosts), (post, at, exchange, expect) => {
      const expected = 'an object, since the media is stored'
      expect.that('sizes' in post, exchange, `${at}.sizes`, expected, post.sizes)
    }),
  }),
  responseRule({
    id: 'sizes-of-stored-media',
    level: 'must',
    section: '2.2',
    sentence:
      'A post whose media is not stored has no `sizes`: where they are, `mediaUrl` is on the media host too.',
    definedAt: '#/components/schemas/Post/properties/sizes/description',
    needs: [sized],
    ...each(only(all.posts, hasSizes), ({ mediaUrl, sizes }, at, exchange, expect) => {
      const host = hostOf(firstUrl(sizes) ?? mediaUrl)
      expect.same(exchange, `${at}.mediaUrl (its host)`, host, hostOf(mediaUrl))
    }),
  }),
  responseRule({
    id: 'sizes-on-one-host',
    level: 'must',
    section: '2.5',
    sentence: 'The URLs of `sizes` are on the media host, so they are on one host.',
    definedAt: '#/components/schemas/Sizes',
    needs: [sized],
    ...each(all.sizes, (sizes, at, exchange, expect) => {
      const hosts = [...new Set(urlsOf(sizes).map(hostOf))]
      expect.that(hosts.length === 1, exchange, `${at} (hosts)`, 'one host', hosts)
    }),
  }),
]

/** Posts whose media is certainly stored: it is in the folder of carousel items, or of a post with `sizes`. */
function storedPosts(exchange: Exchange) {
  const stored = [...only(all.posts, hasSizes)(exchange), ...all.children(exchange)]
  const folders = new Set(stored.map(({ value }) => folderOf(value.mediaUrl)))
  return all
    .posts(exchange)
    .filter(({ value }) => folders.has(folderOf(value.mediaUrl)) && !lacksPoster(value, folders))
}

/** A VIDEO has `sizes` of its thumbnail, so without a stored one it has none. */
function lacksPoster(post: Post, folders: ReadonlySet<string>): boolean {
  const first = post.mediaType === 'CAROUSEL_ALBUM' ? post.children?.[0] : post
  return !first || (isVideo(first) && !folders.has(folderOf(first.thumbnailUrl)))
}

function urlsOf(sizes: unknown): string[] {
  return Object.values(sizes as object).filter((url) => typeof url === 'string')
}

export function firstUrl(sizes: unknown): string | undefined {
  return urlsOf(sizes)[0]
}

export function pathOf(url: unknown): string {
  return URL.parse(String(url))?.pathname ?? ''
}

export function hostOf(url: unknown): string {
  return URL.parse(String(url))?.host ?? 'no URL'
}

function folderOf(url: unknown): string {
  return String(url).replace(/[^/]*$/, '')
}

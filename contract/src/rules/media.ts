import type { Schemas } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import { findingUnless, same } from '../judging/finding.ts'
import { carousel, free, premium, sized, video } from '../judging/needs.ts'
import { children, each, ofPlan, only, posts, sizes } from '../judging/resource-instances.ts'
import { type Rule, responseRule } from '../judging/rule.ts'

type Post = Schemas['Post']
type Child = Schemas['Child']

const postsAndChildren = (exchange: Exchange) => [...posts(exchange), ...children(exchange)]
const isVideo = ({ mediaType }: Post | Child) => mediaType === 'VIDEO'
const hasSizes = ({ sizes }: Post | Child) => Boolean(sizes)

/** Section 2.2, 2.3 and 2.5: where the media of posts and carousel items is. */
export const mediaRules: Rule[] = [
  responseRule({
    id: 'thumbnail-of-video-only',
    level: 'must',
    section: '2.2',
    sentence: 'Posts that are no VIDEO have null for `thumbnailUrl`.',
    definedAt: '#/components/schemas/Post/properties/thumbnailUrl',
    ...each(
      only(posts, (post: Post) => !isVideo(post)),
      ({ thumbnailUrl }, at, exchange) => same(exchange, `${at}.thumbnailUrl`, null, thumbnailUrl),
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
      only(posts, (post: Post) => isVideo(post) && typeof post.thumbnailUrl === 'string'),
      ({ thumbnailUrl }, at, exchange) =>
        findingUnless(
          /\.jpe?g$/i.test(pathOf(thumbnailUrl)),
          exchange,
          `${at}.thumbnailUrl`,
          'a .jpg file',
          thumbnailUrl,
        ),
    ),
  }),
  responseRule({
    id: 'video-media-url',
    level: 'should',
    section: '2.2',
    sentence: 'The `mediaUrl` of a VIDEO is an .mp4 file, or a .jpg where the video was withheld.',
    definedAt: '#/components/schemas/Post/properties/mediaUrl/description',
    needs: [video],
    ...each(only(posts, isVideo), ({ mediaUrl }, at, exchange) =>
      findingUnless(
        /\.(mp4|jpe?g)$/i.test(pathOf(mediaUrl)),
        exchange,
        `${at}.mediaUrl`,
        'an .mp4 or a .jpg file',
        mediaUrl,
      ),
    ),
  }),
  responseRule({
    id: 'carousel-media-url',
    level: 'must',
    section: '2.2',
    sentence: 'The `mediaUrl` of a stored CAROUSEL_ALBUM is that of its first item.',
    definedAt: '#/components/schemas/Post/properties/mediaUrl/description',
    needs: [carousel, sized],
    ...each(
      only(
        posts,
        (post: Post) =>
          post.mediaType === 'CAROUSEL_ALBUM' && hasSizes(post) && Boolean(post.children?.length),
      ),
      (post, at, exchange) =>
        same(exchange, `${at}.mediaUrl`, (post.children as Child[])[0]?.mediaUrl, post.mediaUrl),
    ),
  }),
  responseRule({
    id: 'free-has-no-sizes',
    level: 'must',
    section: '2.5',
    sentence: 'On Free neither posts nor carousel items have `sizes`.',
    definedAt: '#/x-plans/free/sizes',
    needs: [free],
    ...each(ofPlan('free', postsAndChildren), (value, at, exchange) =>
      same(exchange, `${at}.sizes`, undefined, value.sizes),
    ),
  }),
  responseRule({
    id: 'premium-has-sizes',
    level: 'must',
    section: '2.5',
    sentence: 'On Premium a post whose media is stored has `sizes`.',
    definedAt: '#/x-plans/premium/sizes',
    needs: [premium, sized],
    about: (exchange) => exchange.account.plan === 'premium' && storedFolders(exchange).size > 0,
    judge(exchange) {
      const stored = storedFolders(exchange)
      const isStored = (post: Post) => stored.has(folderOf(post.mediaUrl)) && !lacksPoster(post)
      const expected = 'an object, since the media is stored'
      return only(
        posts,
        isStored,
      )(exchange).flatMap(({ at, value }) =>
        findingUnless('sizes' in value, exchange, `${at}.sizes`, expected, value.sizes),
      )
    },
  }),
  responseRule({
    id: 'sizes-of-stored-media',
    level: 'must',
    section: '2.2',
    sentence:
      'A post whose media is not stored has no `sizes`: where they are, `mediaUrl` is on the media host too.',
    definedAt: '#/components/schemas/Post/properties/sizes/description',
    needs: [sized],
    ...each(only(posts, hasSizes), ({ mediaUrl, sizes }, at, exchange) =>
      same(
        exchange,
        `${at}.mediaUrl (its host)`,
        hostOf(firstUrl(sizes) ?? mediaUrl),
        hostOf(mediaUrl),
      ),
    ),
  }),
  responseRule({
    id: 'child-thumbnail-of-video-only',
    level: 'must',
    section: '2.3',
    sentence: 'A carousel item that is an IMAGE has null for `thumbnailUrl`.',
    definedAt: '#/components/schemas/Child/properties/thumbnailUrl',
    needs: [carousel],
    ...each(
      only(children, (child: Child) => !isVideo(child)),
      ({ thumbnailUrl }, at, exchange) => same(exchange, `${at}.thumbnailUrl`, null, thumbnailUrl),
    ),
  }),
  responseRule({
    id: 'child-media-is-stored',
    level: 'must',
    section: '2.3',
    sentence: 'The `mediaUrl` and `thumbnailUrl` of carousel items are always on the media host.',
    definedAt: '#/components/schemas/Child/properties/mediaUrl/description',
    needs: [carousel, sized],
    about: (exchange) => mediaHost(exchange) !== null && children(exchange).length > 0,
    judge(exchange) {
      const host = mediaHost(exchange)
      return children(exchange).flatMap(({ at, value }) =>
        ['mediaUrl', 'thumbnailUrl']
          .filter((field) => typeof value[field] === 'string')
          .flatMap((field) =>
            same(exchange, `${at}.${field} (its host)`, host, hostOf(value[field])),
          ),
      )
    },
  }),
  responseRule({
    id: 'premium-child-has-sizes',
    level: 'must',
    section: '2.3',
    sentence:
      'On Premium every carousel item has `sizes`; null only for a VIDEO without a stored thumbnail.',
    definedAt: '#/components/schemas/Child/properties/sizes/description',
    needs: [premium, carousel],
    ...each(ofPlan('premium', children), (child, at, exchange) => {
      const mayBeNull = isVideo(child as Child) && child.thumbnailUrl === null
      const expected = mayBeNull ? 'an object or null' : 'an object'
      return findingUnless(
        Boolean(child.sizes) || (mayBeNull && child.sizes === null),
        exchange,
        `${at}.sizes`,
        expected,
        child.sizes,
      )
    }),
  }),
]

/** Folders in which media of the page is certainly stored: those of carousel items and of posts with `sizes`. */
function storedFolders(exchange: Exchange): Set<string> {
  const stored = [...only(posts, hasSizes)(exchange), ...children(exchange)]
  return new Set(stored.map(({ value }) => folderOf(value.mediaUrl)))
}

/** A VIDEO has `sizes` of its thumbnail, so without one it has none. */
function lacksPoster(post: Post): boolean {
  const first = post.mediaType === 'CAROUSEL_ALBUM' ? post.children?.[0] : post
  return !first || (isVideo(first) && first.thumbnailUrl === null)
}

/** Where resized pictures come from, which is the media host by definition. */
function mediaHost(exchange: Exchange): string | null {
  for (const { value } of sizes(exchange)) {
    const url = firstUrl(value)
    if (url) return hostOf(url)
  }
  return null
}

function firstUrl(sizes: unknown): string | undefined {
  return Object.values(sizes as object).find((url) => typeof url === 'string')
}

function pathOf(url: unknown): string {
  return URL.parse(String(url))?.pathname ?? ''
}

function hostOf(url: unknown): string {
  return URL.parse(String(url))?.host ?? 'no URL'
}

function folderOf(url: unknown): string {
  return String(url).replace(/[^/]*$/, '')
}

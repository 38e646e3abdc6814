import { plans, type Schemas } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import { isPage, type Page } from '../judging/answers.ts'
import { type Finding, holds, same } from '../judging/finding.ts'
import { carousel, free, premium, storedMedia, video, comments as withComments } from './needs.ts'
import * as instances from './resource-instances.ts'
import { answerRule, type Rule } from './rule.ts'
import type { Instance } from './schema-rules.ts'

type Post = Schemas['Post']
type Child = Schemas['Child']

/** Judges each object of a kind by itself. */
function each(
  find: (exchange: Exchange) => Instance[],
  judge: (value: Record<string, unknown>, at: string, exchange: Exchange) => Finding[],
) {
  return {
    about: (exchange: Exchange) => find(exchange).length > 0,
    judge: (exchange: Exchange) =>
      find(exchange).flatMap(({ at, value }) => judge(value, at, exchange)),
  }
}

/** Only those objects for which the test holds. */
function only<Value>(find: (exchange: Exchange) => Instance[], test: (value: Value) => boolean) {
  return (exchange: Exchange) => find(exchange).filter(({ value }) => test(value as Value))
}

function ofPlan(plan: string, find: (exchange: Exchange) => Instance[]) {
  return (exchange: Exchange) => (exchange.account.plan === plan ? find(exchange) : [])
}

const { posts, children, comments, pages } = instances
const postsAndChildren = (exchange: Exchange) => [...posts(exchange), ...children(exchange)]

const asksFor = (exchange: Exchange, name: string) =>
  [exchange.ask.query?.['include[]'] ?? []].flat().includes(name)

const isVideo = ({ mediaType }: Post | Child) => mediaType === 'VIDEO'
const hasSizes = ({ sizes }: Post | Child) => Boolean(sizes)

/** Section 2.2 to 2.6: what the fields of posts, items and comments say. */
export const postFields: Rule[] = [
  answerRule({
    id: 'username-without-at',
    level: 'must',
    section: '2.1',
    sentence: 'The username has no leading @.',
    definedAt: '#/components/schemas/AccountWithPosts/properties/username/description',
    ...each(pages, ({ username }, _, exchange) =>
      holds(!String(username).startsWith('@'), exchange, 'username', 'no leading @', username),
    ),
  }),
  answerRule({
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
  answerRule({
    id: 'thumbnail-is-jpg',
    level: 'must',
    section: '2.2',
    sentence: 'The `thumbnailUrl` of a VIDEO is a .jpg file.',
    definedAt: '#/components/schemas/Post/properties/thumbnailUrl/description',
    needs: [video],
    ...each(
      only(posts, (post: Post) => isVideo(post) && typeof post.thumbnailUrl === 'string'),
      ({ thumbnailUrl }, at, exchange) =>
        holds(
          /\.jpe?g$/i.test(pathOf(thumbnailUrl)),
          exchange,
          `${at}.thumbnailUrl`,
          'a .jpg file',
          thumbnailUrl,
        ),
    ),
  }),
  answerRule({
    id: 'video-media-url',
    level: 'should',
    section: '2.2',
    sentence: 'The `mediaUrl` of a VIDEO is an .mp4 file, or a .jpg where the video was withheld.',
    definedAt: '#/components/schemas/Post/properties/mediaUrl/description',
    needs: [video],
    ...each(only(posts, isVideo), ({ mediaUrl }, at, exchange) =>
      holds(
        /\.(mp4|jpe?g)$/i.test(pathOf(mediaUrl)),
        exchange,
        `${at}.mediaUrl`,
        'an .mp4 or a .jpg file',
        mediaUrl,
      ),
    ),
  }),
  answerRule({
    id: 'carousel-media-url',
    level: 'must',
    section: '2.2',
    sentence: 'The `mediaUrl` of a stored CAROUSEL_ALBUM is that of its first item.',
    definedAt: '#/components/schemas/Post/properties/mediaUrl/description',
    needs: [carousel, storedMedia],
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
  answerRule({
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
  answerRule({
    id: 'premium-has-sizes',
    level: 'must',
    section: '2.5',
    sentence: 'On Premium a post whose media is stored has `sizes`.',
    definedAt: '#/x-plans/premium/sizes',
    needs: [premium, storedMedia],
    about: (exchange) => exchange.account.plan === 'premium' && storedFolders(exchange).size > 0,
    judge: (exchange) =>
      only(
        posts,
        (post: Post) => storedFolders(exchange).has(folderOf(post.mediaUrl)) && !lacksPoster(post),
      )(exchange).flatMap(({ at, value }) =>
        holds(
          'sizes' in value,
          exchange,
          `${at}.sizes`,
          'an object, since the media is stored',
          value.sizes,
        ),
      ),
  }),
  answerRule({
    id: 'sizes-of-stored-media',
    level: 'must',
    section: '2.2',
    sentence:
      'A post whose media is not stored has no `sizes`: where they are, `mediaUrl` is on the media host too.',
    definedAt: '#/components/schemas/Post/properties/sizes/description',
    needs: [storedMedia],
    ...each(only(posts, hasSizes), ({ mediaUrl, sizes }, at, exchange) =>
      same(
        exchange,
        `${at}.mediaUrl (its host)`,
        hostOf(firstUrl(sizes) ?? mediaUrl),
        hostOf(mediaUrl),
      ),
    ),
  }),
  ...(['children', 'comments'] as const).flatMap((name) => [
    answerRule({
      id: `${name}-only-on-request`,
      level: 'must',
      section: '2.2',
      sentence: `Posts have \`${name}\` only with include[]=${name}.`,
      definedAt: `#/components/schemas/Post/properties/${name}/description`,
      ...each(
        (exchange) => (asksFor(exchange, name) ? [] : posts(exchange)),
        (post, at, exchange) => same(exchange, `${at}.${name}`, undefined, post[name]),
      ),
    }),
    answerRule({
      id: `${name}-on-request`,
      level: 'must',
      section: '2.2',
      sentence: `With include[]=${name} every post has \`${name}\`.`,
      definedAt: `#/components/schemas/Post/properties/${name}/description`,
      ...each(
        (exchange) => (asksFor(exchange, name) ? posts(exchange) : []),
        (post, at, exchange) =>
          holds(name in post, exchange, `${at}.${name}`, 'a list', post[name]),
      ),
    }),
  ]),
  answerRule({
    id: 'children-of-carousels-only',
    level: 'must',
    section: '2.2',
    sentence: 'Posts that are no CAROUSEL_ALBUM have an empty list of `children`.',
    definedAt: '#/components/schemas/Post/properties/children/description',
    ...each(
      only(
        posts,
        (post: Post) => post.mediaType !== 'CAROUSEL_ALBUM' && Array.isArray(post.children),
      ),
      (post, at, exchange) => same(exchange, `${at}.children`, [], post.children),
    ),
  }),
  answerRule({
    id: 'child-holds-nothing-below',
    level: 'must',
    section: '2.3',
    sentence: 'A carousel item has neither `children` nor `comments`.',
    definedAt: '#/components/schemas/Child',
    needs: [carousel],
    ...each(children, (child, at, exchange) => [
      ...same(exchange, `${at}.children`, undefined, child.children),
      ...same(exchange, `${at}.comments`, undefined, child.comments),
    ]),
  }),
  answerRule({
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
  answerRule({
    id: 'child-media-is-stored',
    level: 'must',
    section: '2.3',
    sentence: 'The `mediaUrl` and `thumbnailUrl` of carousel items are always on the media host.',
    definedAt: '#/components/schemas/Child/properties/mediaUrl/description',
    needs: [carousel, storedMedia],
    about: (exchange) => mediaHost(exchange) !== null && children(exchange).length > 0,
    judge: (exchange) =>
      children(exchange).flatMap(({ at, value }) =>
        ['mediaUrl', 'thumbnailUrl']
          .filter((field) => typeof value[field] === 'string')
          .flatMap((field) =>
            same(exchange, `${at}.${field} (its host)`, mediaHost(exchange), hostOf(value[field])),
          ),
      ),
  }),
  answerRule({
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
      return holds(
        Boolean(child.sizes) || (mayBeNull && child.sizes === null),
        exchange,
        `${at}.sizes`,
        expected,
        child.sizes,
      )
    }),
  }),
  answerRule({
    id: 'comment-without-name',
    level: 'must',
    section: '2.6',
    sentence: "The commenter's username is not included.",
    definedAt: '#/components/schemas/Comment/description',
    needs: [withComments],
    ...each(comments, (comment, at, exchange) =>
      ['username', 'user', 'from', 'author'].flatMap((field) =>
        same(exchange, `${at}.${field}`, undefined, comment[field]),
      ),
    ),
  }),
  answerRule({
    id: 'free-reads-six',
    level: 'must',
    section: '8',
    sentence: `On Free a page has at most ${plans.free.readablePosts} posts.`,
    definedAt: '#/x-plans/free/readablePosts',
    needs: [free],
    about: (exchange) => exchange.account.plan === 'free' && isPage(exchange),
    judge: (exchange) => {
      const { length } = (exchange.json as Page).posts
      const { readablePosts } = plans.free
      return holds(
        length <= readablePosts,
        exchange,
        'posts.length',
        `at most ${readablePosts}`,
        length,
      )
    },
  }),
  answerRule({
    id: 'whole-seconds',
    level: 'assumed',
    section: '2.2',
    sentence: 'The times of the service have whole seconds.',
    definedAt: '#/components/schemas/Timestamp/x-assumed',
    ...each(posts, ({ timestamp }, at, exchange) =>
      holds(
        !String(timestamp).includes('.'),
        exchange,
        `${at}.timestamp`,
        'no fraction',
        timestamp,
      ),
    ),
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
  const url = instances
    .sizes(exchange)
    .map(({ value }) => firstUrl(value))
    .find(Boolean)
  return url ? hostOf(url) : null
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

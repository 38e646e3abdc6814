import { plans, type Schemas } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import { asText, findingUnless, same } from '../judging/finding.ts'
import { carousel, free, comments as withComments } from '../judging/needs.ts'
import { children, comments, each, only, posts, raw } from '../judging/resource-instances.ts'
import { isPage, pageOf } from '../judging/responses.ts'
import { type Rule, responseRule } from '../judging/rule.ts'

type Post = Schemas['Post']

const asksFor = (exchange: Exchange, name: string) =>
  [exchange.spec.query?.['include[]'] ?? []].flat().includes(name)

/** Section 2.1 to 2.6: what the fields of posts, items and comments say. */
export const postFields: Rule[] = [
  responseRule({
    id: 'username-without-at',
    level: 'must',
    section: '2.1',
    sentence: 'The username has no leading @.',
    definedAt: '#/components/schemas/AccountWithPosts/properties/username/description',
    ...each(raw.pages, ({ username }, _, exchange) =>
      findingUnless(
        !asText(username).startsWith('@'),
        exchange,
        'username',
        'no leading @',
        username,
      ),
    ),
  }),
  ...(['children', 'comments'] as const).flatMap((name) => [
    responseRule({
      id: `${name}-only-on-request`,
      level: 'must',
      section: '2.2',
      sentence: `Posts have \`${name}\` only with include[]=${name}.`,
      definedAt: `#/components/schemas/Post/properties/${name}/description`,
      ...each(
        (exchange) => (asksFor(exchange, name) ? [] : raw.posts(exchange)),
        (post, at, exchange) => same(exchange, `${at}.${name}`, undefined, post[name]),
      ),
    }),
    responseRule({
      id: `${name}-on-request`,
      level: 'must',
      section: '2.2',
      sentence: `With include[]=${name} every post has \`${name}\`.`,
      definedAt: `#/components/schemas/Post/properties/${name}/description`,
      ...each(
        (exchange) => (asksFor(exchange, name) ? raw.posts(exchange) : []),
        (post, at, exchange) =>
          findingUnless(Object.hasOwn(post, name), exchange, `${at}.${name}`, 'a list', post[name]),
      ),
    }),
  ]),
  responseRule({
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
  responseRule({
    id: 'child-has-no-children',
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
  responseRule({
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
  responseRule({
    id: 'free-reads-six',
    level: 'must',
    section: '8',
    sentence: `On Free a page has at most ${plans.free.readablePosts} posts.`,
    definedAt: '#/x-plans/free/readablePosts',
    needs: [free],
    about: (exchange) => exchange.account.plan === 'free' && isPage(exchange),
    judge: (exchange) => {
      const { length } = pageOf(exchange).posts
      const { readablePosts } = plans.free
      return findingUnless(
        length <= readablePosts,
        exchange,
        'posts.length',
        `at most ${readablePosts}`,
        length,
      )
    },
  }),
  responseRule({
    id: 'whole-seconds',
    level: 'assumed',
    section: '2.2',
    sentence: 'The times of the service have whole seconds.',
    definedAt: '#/components/schemas/Timestamp',
    ...each(posts, ({ timestamp }, at, exchange) =>
      findingUnless(
        !asText(timestamp).includes('.'),
        exchange,
        `${at}.timestamp`,
        'no fraction',
        timestamp,
      ),
    ),
  }),
]

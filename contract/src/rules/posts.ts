import { plans } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import type { WireRequest } from '../http/request-spec.ts'
import { asText } from '../judging/finding.ts'
import { carousel, free, comments as withComments } from '../judging/needs.ts'
import { all, each, ofPlan, only } from '../judging/resource-instances.ts'
import { type Rule, responseRule } from '../judging/rule.ts'

/** Whether include[] names the field; other forms of the parameter are assumptions. */
const includes = ({ request }: Exchange, name: string) =>
  parametersOf(request).some(([sent, value]) => sent === 'include[]' && value === name)

/** Whether any parameter may be understood so. */
const mayInclude = ({ request }: Exchange, name: string) =>
  parametersOf(request).some(
    ([sent, value]) => /^include/i.test(sent) && value.toLowerCase().includes(name),
  )

const parametersOf = ({ url }: WireRequest) => [
  ...(URL.parse(url, 'http://localhost')?.searchParams ?? []),
]

/** Section 2.1 to 2.6: what the fields of posts, items and comments say. */
export const postFields: Rule[] = [
  responseRule({
    id: 'username-without-at',
    level: 'must',
    section: '2.1',
    sentence: 'The username has no leading @.',
    definedAt: '#/components/schemas/AccountWithPosts/properties/username/description',
    ...each(all.pages, ({ username }, _, exchange, expect) => {
      const isBare = !asText(username).startsWith('@')
      expect.that(isBare, exchange, 'username', 'no leading @', username)
    }),
  }),
  responseRule({
    id: 'ids-are-unique',
    level: 'must',
    section: '2.2',
    sentence: 'No page has a post twice.',
    definedAt: '#/components/schemas/Post/properties/id',
    ...each(all.pages, (_, __, exchange, expect) => {
      const ids = all.posts(exchange).map(({ value }) => value.id)
      const repeated = ids.filter((id, index) => ids.indexOf(id) !== index)
      expect.same(exchange, 'posts[].id (repeated)', [], repeated)
    }),
  }),
  ...(['children', 'comments'] as const).flatMap((name) => [
    responseRule({
      id: `${name}-only-on-request`,
      level: 'must',
      section: '2.2',
      sentence: `Posts have \`${name}\` only with include[]=${name}.`,
      definedAt: `#/components/schemas/Post/properties/${name}/description`,
      looksAt: 'request',
      ...each(
        (exchange) => (mayInclude(exchange, name) ? [] : all.posts(exchange)),
        (post, at, exchange, expect) =>
          expect.same(exchange, `${at}.${name}`, undefined, post[name]),
      ),
    }),
    responseRule({
      id: `${name}-on-request`,
      level: 'must',
      section: '2.2',
      sentence: `With include[]=${name} every post has \`${name}\`.`,
      definedAt: `#/components/schemas/Post/properties/${name}/description`,
      looksAt: 'request',
      ...each(
        (exchange) => (includes(exchange, name) ? all.posts(exchange) : []),
        (post, at, exchange, expect) =>
          expect.that(Array.isArray(post[name]), exchange, `${at}.${name}`, 'a list', post[name]),
      ),
    }),
  ]),
  responseRule({
    id: 'children-of-carousels-only',
    level: 'must',
    section: '2.2',
    sentence: 'Posts that are not a CAROUSEL_ALBUM have an empty list of `children`.',
    definedAt: '#/components/schemas/Post/properties/children/description',
    ...each(
      only(
        all.posts,
        ({ mediaType, children }) => mediaType !== 'CAROUSEL_ALBUM' && Array.isArray(children),
      ),
      ({ children }, at, exchange, expect) => expect.same(exchange, `${at}.children`, [], children),
    ),
  }),
  responseRule({
    id: 'child-has-no-children',
    level: 'must',
    section: '2.3',
    sentence: 'A carousel item has neither `children` nor `comments`.',
    definedAt: '#/components/schemas/Child',
    needs: [carousel],
    ...each(all.children, (child, at, exchange, expect) => {
      for (const field of ['children', 'comments'])
        expect.same(exchange, `${at}.${field}`, undefined, Reflect.get(child, field))
    }),
  }),
  responseRule({
    id: 'child-ids-are-their-own',
    level: 'should',
    section: '2.3',
    sentence: 'A carousel item has an id of its own.',
    definedAt: '#/components/schemas/Child/properties/id',
    needs: [carousel],
    ...each(all.pages, (_, __, exchange, expect) => {
      const ids = [...all.posts(exchange), ...all.children(exchange)].map(({ value }) => value.id)
      const repeated = ids.filter((id, index) => ids.indexOf(id) !== index)
      expect.same(exchange, 'ids of posts and their items (repeated)', [], repeated)
    }),
  }),
  responseRule({
    id: 'comment-without-name',
    level: 'must',
    section: '2.6',
    sentence: "The commenter's username is not included.",
    definedAt: '#/components/schemas/Comment/description',
    needs: [withComments],
    ...each(all.comments, (comment, at, exchange, expect) => {
      for (const field of ['username', 'user', 'from', 'author'])
        expect.same(exchange, `${at}.${field}`, undefined, Reflect.get(comment, field))
    }),
  }),
  responseRule({
    id: 'free-reads-six',
    level: 'must',
    section: '8',
    sentence: `On Free a page has at most ${plans.free.readablePosts} posts.`,
    definedAt: '#/x-plans/free/readablePosts',
    needs: [free],
    looksAt: 'account',
    ...each(ofPlan('free', all.pages), (_, __, exchange, expect) => {
      const { length } = all.posts(exchange)
      const { readablePosts } = plans.free
      const expected = `at most ${readablePosts}`
      expect.that(length <= readablePosts, exchange, 'posts.length', expected, length)
    }),
  }),
]

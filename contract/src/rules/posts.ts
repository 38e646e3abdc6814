import { plans } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import type { WireRequest } from '../http/request-spec.ts'
import { asText } from '../judging/finding.ts'
import { carousel, free, comments as withComments } from '../judging/needs.ts'
import { all, each, eachLacks, ofPlan, only } from '../judging/resource-instances.ts'
import { type Rule, responseJudgment, rule, rulesOf } from '../judging/rule.ts'

/** Whether include[] names the field; other forms of the parameter are assumptions. */
const includes = ({ request }: Exchange, name: string) =>
  parametersOf(request).some(([sent, value]) => sent === 'include[]' && value === name)

/** Whether any parameter may be understood so. */
const mayInclude = ({ request }: Exchange, name: string) =>
  parametersOf(request).some(
    ([sent, value]) => /^include/i.test(sent) && value.toLowerCase().includes(name),
  )

const parametersOf = ({ url }: WireRequest) => [...(URL.parse(url)?.searchParams ?? [])]

// biome-ignore format: a row for each rule
const facts = [
  ['username-without-at', 'must', '2.1', '#/components/schemas/AccountWithPosts/properties/username/description',
    'The username has no leading @.'],
  ['ids-are-unique', 'must', '2.2', '#/components/schemas/Post/properties/id',
    'No page has a post twice.'],
  ['children-of-carousels-only', 'must', '2.2', '#/components/schemas/Post/properties/children/description',
    'Posts that are not a CAROUSEL_ALBUM have an empty list of `children`.'],
  ['child-has-no-children', 'must', '2.3', '#/components/schemas/Child',
    'A carousel item has neither `children` nor `comments`.'],
  ['child-ids-are-their-own', 'should', '2.3', '#/components/schemas/Child/properties/id',
    'A carousel item has an id of its own.'],
  ['comment-without-name', 'must', '2.6', '#/components/schemas/Comment/description',
    "The commenter's username is not included."],
  ['free-reads-six', 'must', '8', '#/x-plans/free/readablePosts',
    `On Free a page has at most ${plans.free.readablePosts} posts.`],
] as const

/** Section 2.1 to 2.6: what the fields of posts, items and comments say. */
export const postFields: Rule[] = [
  ...rulesOf(facts, {
    'username-without-at': responseJudgment(
      each(all.pages, ({ username }, _, exchange, expect) => {
        const isBare = !asText(username).startsWith('@')
        expect.that(isBare, exchange, 'username', 'no leading @', username)
      }),
    ),
    'ids-are-unique': responseJudgment(
      each(all.pages, (_, __, exchange, expect) => {
        const ids = all.posts(exchange).map(({ value }) => value.id)
        const repeated = ids.filter((id, index) => ids.indexOf(id) !== index)
        expect.same(exchange, 'posts[].id (repeated)', [], repeated)
      }),
    ),
    'children-of-carousels-only': responseJudgment(
      each(
        only(
          all.posts,
          ({ mediaType, children }) => mediaType !== 'CAROUSEL_ALBUM' && Array.isArray(children),
        ),
        ({ children }, at, exchange, expect) =>
          expect.same(exchange, `${at}.children`, [], children),
      ),
    ),
    'child-has-no-children': responseJudgment({
      needs: [carousel],
      ...eachLacks(all.children, ['children', 'comments']),
    }),
    'child-ids-are-their-own': responseJudgment({
      needs: [carousel],
      ...each(all.pages, (_, __, exchange, expect) => {
        const ids = [...all.posts(exchange), ...all.children(exchange)].map(({ value }) => value.id)
        const repeated = ids.filter((id, index) => ids.indexOf(id) !== index)
        expect.same(exchange, 'ids of posts and their items (repeated)', [], repeated)
      }),
    }),
    'comment-without-name': responseJudgment({
      needs: [withComments],
      ...eachLacks(all.comments, ['username', 'user', 'from', 'author']),
    }),
    'free-reads-six': responseJudgment({
      needs: [free],
      ...each(ofPlan('free', all.pages), (_, __, exchange, expect) => {
        const { length } = all.posts(exchange)
        const { readablePosts } = plans.free
        const expected = `at most ${readablePosts}`
        expect.that(length <= readablePosts, exchange, 'posts.length', expected, length)
      }),
    }),
  }),
  ...(['children', 'comments'] as const).flatMap((name) => {
    const place = `#/components/schemas/Post/properties/${name}/description`
    // biome-ignore format: a row for each rule
    const [only, always] = [
      [`${name}-only-on-request`, 'must', '2.2', place, `Posts have \`${name}\` only with include[]=${name}.`],
      [`${name}-on-request`, 'must', '2.2', place, `With include[]=${name} every post has \`${name}\`.`],
    ] as const
    const others: typeof all.posts = (one) => (mayInclude(one, name) ? [] : all.posts(one))
    const listed = each(
      (exchange) => (includes(exchange, name) ? all.posts(exchange) : []),
      (post, at, exchange, expect) =>
        expect.that(Array.isArray(post[name]), exchange, `${at}.${name}`, 'a list', post[name]),
    )
    return [
      rule(only, responseJudgment(eachLacks(others, [name]))),
      rule(always, responseJudgment(listed)),
    ]
  }),
]

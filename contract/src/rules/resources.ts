import { plans } from '@photofeed/openapi'
import { type Exchange, once } from '../http/exchange.ts'
import { isObject } from '../http/json.ts'
import { paths, type WireRequest } from '../http/request-spec.ts'
import { type Field, join, shapeOf } from '../judging/definition.ts'
import { asText } from '../judging/finding.ts'
import {
  carousel,
  free,
  type Need,
  posts,
  premium,
  sized,
  comments as withComments,
} from '../judging/needs.ts'
import {
  all,
  each,
  eachIn,
  eachLacks,
  type Find,
  fieldJudgment,
  ofPlan,
  only,
} from '../judging/resource-instances.ts'
import { type Rule, rule, rulesOf } from '../judging/rule.ts'

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)$/

const day = 86_400_000

/** Words for a value that is missing, in several languages, and what is left of an id after a floating-point number. */
const missingWord = /^(null|none|nil|<nil>|undefined|nan)$/i
const notAnId = /^(|0|null|none|nil|undefined|nan|[\d.]+e\+?\d+|\d+\.\d*)$/i

/** Whether a time can be one of a post or of a fetch: no zero value of a language, and not in the future; clocks differ. */
function isReal(timestamp: unknown): boolean {
  // ISO 8601 lets an offset end after the hours, which Date.parse does not read.
  const time = Date.parse(String(timestamp).replace(/(?<=T.*[+-]\d\d)$/, ':00'))
  return time >= Date.UTC(2010, 0) && time <= Date.now() + day
}

const urlFields = /^(mediaUrl|thumbnailUrl|permalink|profilePictureUrl|website|\d+)$/

/** A website may be written as the profile has it. */
const isUrl = (url: string, field: string) =>
  field === 'website' ? url !== '' : /^https?:$/.test(URL.parse(url)?.protocol ?? '')

/** Whether include[] names the field; other forms of the parameter are assumptions. */
const includes = ({ request }: Exchange, name: string) =>
  parametersOf(request).some(([sent, value]) => sent === 'include[]' && value === name)

/** Whether any parameter may be understood so. */
const mayInclude = ({ request }: Exchange, name: string) =>
  parametersOf(request).some(
    ([sent, value]) => /^include/i.test(sent) && value.toLowerCase().includes(name),
  )

const parametersOf = once(({ url }: WireRequest) => [...(URL.parse(url)?.searchParams ?? [])])

// biome-ignore format: a row for each schema
const resources: Resource[] = [
  { schema: 'AccountWithPosts', name: 'The account', section: '2.1', except: ['lastFetchAt'],
    instances: all.pages },
  { schema: 'Post', name: 'A post', section: '2.2', needs: [posts(1)], fieldNeeds: { sizes: [sized] },
    instances: all.posts },
  { schema: 'Child', name: 'A carousel item', section: '2.3', needs: [carousel],
    fieldNeeds: { sizes: [premium] }, instances: all.children },
  { schema: 'Pagination', name: 'The pagination', section: '2.4', instances: all.paginations },
  { schema: 'Sizes', name: '`sizes`', section: '2.5', needs: [sized], instances: all.sizes },
  { schema: 'Comment', name: 'A comment', section: '2.6', needs: [withComments], instances: all.comments },
  { schema: 'Error', name: 'An error entry', section: '7.1', except: ['source'],
    instances: only(all.errorEntries, (entry) => !('message' in entry)) },
]

/** That no page has a value twice. */
const noneTwice = (at: string, valuesOf: (exchange: Exchange) => readonly unknown[]) =>
  eachIn(all.pages, (_, __, exchange, expect) => {
    const values = valuesOf(exchange)
    const repeated = values.filter((value, index) => values.indexOf(value) !== index)
    expect.same(exchange, `${at} (repeated)`, [], repeated)
  })

// biome-ignore format: a row for each rule
const facts = [
  ['me-is-an-account', 'must', '2.1', '#/components/schemas/AccountWithPosts',
    'A 200 of /api/v1/me is a JSON object.'],
  ['account-last-fetch-at', 'must', '2.1', '#/components/schemas/AccountWithPosts/properties/lastFetchAt',
    'The account has `lastFetchAt`: an ISO 8601 time, or null if posts were never fetched, and not a zero value.'],
  ['username-without-at', 'must', '2.1', '#/components/schemas/AccountWithPosts/properties/username/description',
    'The username has no leading @.'],
  ['ids-are-unique', 'must', '2.2', '#/components/schemas/Post/properties/id',
    'No page has a post twice.'],
  ['children-of-carousels-only', 'must', '2.2', '#/components/schemas/Post/properties/children/description',
    'Posts that are not a CAROUSEL_ALBUM have an empty list of `children`.'],
  ['times-are-real', 'must', '2.2', '#/components/schemas/Post/properties/timestamp',
    'Posts, carousel items and comments are from 2010 or later, and not from the future: a zero value is no time.'],
  ['urls-are-absolute', 'must', '2.2', '#/components/schemas/Post/properties/mediaUrl',
    'Fields that are URLs begin with http: or https:, where they are not null; they are never empty.'],
  ['ids-are-exact', 'must', '2.2', '#/components/schemas/Post/properties/id',
    'The id of a post, an item or a comment is the text that the platform gave: not empty, and no number that was rounded.'],
  ['null-is-no-word', 'must', '2.2', '#/components/schemas/Post/properties/caption',
    'What is missing is null, and not a text like "None" or "undefined" in every post.'],
  ['child-has-no-children', 'must', '2.3', '#/components/schemas/Child',
    'A carousel item has neither `children` nor `comments`.'],
  ['child-permalinks-are-their-own', 'should', '2.3', '#/components/schemas/Child/properties/permalink',
    'The items of a carousel do not all have the same permalink.'],
  ['child-ids-are-their-own', 'should', '2.3', '#/components/schemas/Child/properties/id',
    'A carousel item has an id of its own.'],
  ['comment-without-name', 'must', '2.6', '#/components/schemas/Comment/description',
    "The commenter's username is not included."],
  ['free-reads-six', 'must', '8', '#/x-plans/free/readablePosts',
    `On Free a page has at most ${plans.free.readablePosts} posts.`],
] as const

// biome-ignore format: a row for each rule
const ofFields = {
  'account-last-fetch-at': fieldJudgment(all.pages, 'lastFetchAt', 'an ISO 8601 time that is real, or null',
    (time) => time === null || (isoTime.test(asText(time)) && isReal(time))),
  'username-without-at': fieldJudgment(all.pages, 'username', 'no leading @', (name) => !asText(name).startsWith('@')),
  'times-are-real': fieldJudgment(all.withIds, 'timestamp', 'a time since 2010', isReal),
  'ids-are-exact': fieldJudgment(all.withIds, 'id', 'the id of the platform', (id) => !notAnId.test(asText(id))),
}

/** Sections 2, 7.1 and 8: the exact fields and types, read out of openapi.yaml, and what the fields of posts, items and comments say. */
export const resourceFields: Rule[] = [
  ...rulesOf(facts, {
    ...ofFields,
    'me-is-an-account': {
      about: ({ spec, request, status }) =>
        spec.path === paths.me && request.method === 'GET' && status === 200,
      judge: (exchange, expect) =>
        expect.that(isObject(exchange.json), exchange, 'body', 'a JSON object', exchange.text),
    },
    'ids-are-unique': noneTwice('posts[].id', (exchange) =>
      all.posts(exchange).map(({ value }) => value.id),
    ),
    'children-of-carousels-only': each(
      only(
        all.posts,
        ({ mediaType, children }) => mediaType !== 'CAROUSEL_ALBUM' && Array.isArray(children),
      ),
      ({ children }, at, expect) => expect.same(`${at}.children`, [], children),
    ),
    'urls-are-absolute': each(all.withUrls, (value, at, expect) => {
      for (const field of Object.keys(value).filter((name) => urlFields.test(name))) {
        const url: unknown = Reflect.get(value, field)
        if (typeof url === 'string')
          expect.that(isUrl(url, field), join(at, field), 'an absolute URL', url)
      }
    }),
    'null-is-no-word': eachIn(all.pages, (_, __, exchange, expect) => {
      for (const field of ['caption', 'altText'] as const) {
        const texts = all.posts(exchange).map(({ value }) => value[field] ?? '')
        const places = [...texts.keys()].filter((index) => missingWord.test(asText(texts[index])))
        // A caption may have this word; two are no accident.
        const [first] = places
        if (first === undefined || places.length < 2) continue
        expect.that(false, exchange, `posts[${first}].${field}`, 'null', texts[first])
      }
    }),
    'child-has-no-children': {
      needs: [carousel],
      ...eachLacks(all.children, ['children', 'comments']),
    },
    'child-permalinks-are-their-own': each(all.posts, ({ children }, at, expect) => {
      if (!Array.isArray(children) || children.length < 2) return
      const links = new Set(children.map((child) => child?.permalink))
      expect.that(links.size > 1, `${at}.children[].permalink`, 'different ones', [...links][0])
    }),
    'child-ids-are-their-own': {
      needs: [carousel],
      ...noneTwice('ids of posts and their items', (exchange) =>
        [...all.posts(exchange), ...all.children(exchange)].map(({ value }) => value.id),
      ),
    },
    'comment-without-name': {
      needs: [withComments],
      ...eachLacks(all.comments, ['username', 'user', 'from', 'author']),
    },
    'free-reads-six': {
      needs: [free],
      ...eachIn(ofPlan('free', all.pages), (_, __, exchange, expect) => {
        const { length } = all.posts(exchange)
        const { readablePosts } = plans.free
        const expected = `at most ${readablePosts}`
        expect.that(length <= readablePosts, exchange, 'posts.length', expected, length)
      }),
    },
  }),
  ...resources.flatMap(schemaRules),
  ...(['children', 'comments'] as const).flatMap((name) => {
    const place = `#/components/schemas/Post/properties/${name}/description`
    // biome-ignore format: a row for each rule
    const [only, always] = [
      [`${name}-only-on-request`, 'must', '2.2', place, `Posts have \`${name}\` only with include[]=${name}.`],
      [`${name}-on-request`, 'must', '2.2', place, `With include[]=${name} every post has \`${name}\`.`],
    ] as const
    const others: typeof all.posts = (one) => (mayInclude(one, name) ? [] : all.posts(one))
    const requested: typeof all.posts = (one) => (includes(one, name) ? all.posts(one) : [])
    return [
      rule(only, eachLacks(others, [name])),
      rule(always, {
        hint: 'include[] may be repeated, and each counts.',
        ...fieldJudgment(requested, name, 'a list', Array.isArray),
      }),
    ]
  }),
]

interface Resource {
  schema: string
  /** As in "of a post". */
  name: string
  section: string
  /** Its fields that rules of their own judge. */
  except?: readonly string[]
  /** What an account must offer to have one. */
  needs?: readonly Need[]
  /** What it must offer beyond that to have the field. */
  fieldNeeds?: Readonly<Record<string, readonly Need[]>>
  instances: Find<object>
}

/** One rule for each field of the resource, and one that there are no others. They judge values as they were sent. */
function schemaRules(resource: Resource): Rule[] {
  const { schema, name, section, instances, needs = [], except = [] } = resource
  const { fields, ruleOf } = shapeOf(schema)
  const noOthers = {
    needs,
    ...each(instances, (value, at, expect) => {
      for (const field of Object.keys(value))
        if (!fields.has(field)) expect.same(join(at, field), undefined, Reflect.get(value, field))
    }),
  }
  const sentence = `${name} has no fields that the contract does not name.`
  const place = `#/components/schemas/${schema}`
  return [
    ...[...fields]
      .filter(([field]) => !except.includes(field))
      .map(([field, facts]) => fieldRule(resource, field, facts)),
    rule([ruleOf('fields'), 'should', section, place, sentence], noOthers),
  ]
}

function fieldRule(
  { schema, name, section, instances, needs = [], fieldNeeds = {} }: Resource,
  field: string,
  { isRequired, isValid, expected }: Field,
): Rule {
  const present = isRequired ? instances : only(instances, (value) => Object.hasOwn(value, field))
  const sentence = `${name} has \`${field}\`${isRequired ? '' : ', where it is there'}: ${expected}.`
  const place = `#/components/schemas/${schema}/properties/${field}`
  const judgment = {
    needs: [...needs, ...(fieldNeeds[field] ?? [])],
    ...each(present, (value, at, expect) => {
      const got = Object.hasOwn(value, field) ? Reflect.get(value, field) : undefined
      expect.that(got !== undefined && isValid(got), join(at, field), expected, got)
    }),
  }
  return rule([shapeOf(schema).ruleOf(field), 'must', section, place, sentence], judgment)
}

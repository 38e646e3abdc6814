import { mediaTypes, parameters, plans } from '@photofeed/openapi'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { me, type Query, queryOf } from '../http/request-spec.ts'
import { filters as filterFacts, orderings, type Post, time } from '../judging/feed.ts'
import { posts } from '../judging/needs.ts'
import { all, eachIn } from '../judging/resource-instances.ts'
import { type BlindSpot, everyPage, type Judgment, rulesOf } from '../judging/rule.ts'

const largest = plans.premium.maximumPageSize
const second = 1000
const hour = 3600 * second
const dayLength = 24 * hour

/** A rule that every one of its pages has the posts that its filters leave. */
function filterJudgment(
  queries: (account: SurveyedAccount) => readonly Query[],
  blindSpots: readonly BlindSpot[] = [],
): Judgment {
  return everyPage(
    (account) => queries(account).map((query) => me({ 'page[size]': largest, ...query })),
    { needs: [posts(1)], blindSpots },
  )
}

/** A few posts from the newest to the oldest that are known. */
function some({ posts: all }: SurveyedAccount): Post[] {
  const places = [0, 1, 2, all.length >> 1, all.length - 2, all.length - 1]
  return [...new Set(places)].flatMap((place) => all[place] ?? [])
}

/** An instant as a clock east of UTC shows it. */
function clock(instant: number, minutesEast: number): string {
  const local = new Date(instant + minutesEast * 60_000).toISOString().slice(0, 19)
  const [sign, minutes] = minutesEast < 0 ? ['-', -minutesEast] : ['+', minutesEast]
  const parts = [Math.floor(minutes / 60), minutes % 60].map((part) => `${part}`.padStart(2, '0'))
  return `${local}${sign}${parts.join(':')}`
}

const utc = (instant: number) => clock(instant, 0)
const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)
const timeOfDay = (post: Post) => time(post) % dayLength

/** The posts of the known ones that are nearest to the start of a day, and nearest to its end. */
function nearestToMidnight({ posts: all }: SurveyedAccount): [start: Post, end: Post] {
  const byTime = all.toSorted((one, other) => timeOfDay(one) - timeOfDay(other))
  return [byTime[0], byTime.at(-1)] as [Post, Post]
}

/** Days whose first or last moment has a post close by on either side. */
function daysNearMidnight(account: SurveyedAccount): string[] {
  const [start, end] = nearestToMidnight(account)
  const days = [
    ...[time(start), time(start) - dayLength],
    ...[time(end), time(end) + dayLength],
    ...some(account).slice(0, 2).map(time),
  ].map(dayOf)
  return [...new Set(days)]
}

const zoneOfTheServer: readonly BlindSpot[] = [
  {
    mistake: 'days of a zone west of UTC',
    remedy: 'a post published in the hour after 00:00 UTC',
    isShown: (account) => timeOfDay(nearestToMidnight(account)[0]) < hour,
  },
  {
    mistake: 'days of a zone east of UTC',
    remedy: 'a post published in the hour before 24:00 UTC',
    isShown: (account) => timeOfDay(nearestToMidnight(account)[1]) >= dayLength - hour,
  },
]

const typesShown: BlindSpot = {
  mistake: 'a filter that has no effect',
  remedy: 'posts of two types',
  isShown: ({ posts: all }) => new Set(all.map(({ mediaType }) => mediaType)).size > 1,
}

/** A value in other letters. */
const spellings = (value: string) => [
  value,
  value.toLowerCase(),
  value.charAt(0) + value.slice(1).toLowerCase(),
]

const bounds = (after: string, before: string): Query => ({
  'filter[publishedAfter]': after,
  'filter[publishedBefore]': before,
})

function secondJudgment(name: string): Judgment {
  return filterJudgment((account) =>
    some(account)
      .filter((_, index) => index % 3 === 0)
      .map(time)
      .flatMap((instant) => [instant - second, instant, instant + second])
      .map((instant) => ({ [name]: utc(instant) })),
  )
}

function dayJudgment(name: string): Judgment {
  const requests = (account: SurveyedAccount) =>
    daysNearMidnight(account).map((day) => ({ [name]: day }))
  return filterJudgment(requests, zoneOfTheServer)
}

// biome-ignore format: a row for each rule
const facts = [
  ['filter-type-selects', 'must', '4.1', '#/components/parameters/FilterType',
    'With filter[type] every post has that type; with REELS it is VIDEO.'],
  ['filter-type', 'must', '4.1', '#/components/parameters/FilterType/x-case-insensitive',
    'filter[type] leaves the posts of that type and no others, in the same order; its letter case does not matter, and REELS is VIDEO.'],
  ['published-after', 'must', '4.1', '#/components/parameters/FilterPublishedAfter/description',
    'filter[publishedAfter] leaves the posts published at or after that time, to the second.'],
  ['published-before', 'must', '4.1', '#/components/parameters/FilterPublishedBefore/description',
    'filter[publishedBefore] leaves the posts published at or before that time, to the second.'],
  ['published-after-plain-date', 'must', '4.1', '#/components/parameters/FilterPublishedAfter/x-end-of-day',
    'A plain date in filter[publishedAfter] means 00:00 UTC of that day.'],
  ['published-before-plain-date', 'must', '4.1', '#/components/parameters/FilterPublishedBefore/x-end-of-day',
    'A plain date in filter[publishedBefore] includes that whole day, up to 23:59:59 UTC.'],
  ['dates-with-offset', 'must', '4.1', '#/components/parameters/FilterPublishedAfter/schema/anyOf/1/format',
    'A date-time with an offset, its plus sent as %2B, means that instant.'],
  ['dates-in-utc', 'must', '4.1', '#/components/parameters/FilterPublishedAfter/schema/anyOf/1/format',
    'Z at the end of a date-time is UTC, also after a fraction of a second.'],
  ['filters-combine', 'must', '4.1', '#/components/parameters/FilterPublishedBefore/description',
    'Filters together leave the posts that each of them leaves, in every ordering.'],
] as const

/** Section 4.1: which posts a filter leaves. */
export const filters = rulesOf(facts, {
  'filter-type-selects': eachIn(
    (exchange) => (typeAsked(exchange) === null ? [] : all.posts(exchange)),
    ({ mediaType }, at, exchange, expect) =>
      expect.same(exchange, `${at}.mediaType`, typeAsked(exchange), mediaType),
  ),
  'filter-type': filterJudgment(
    () =>
      parameters['filter[type]'].values.flatMap((type, index) =>
        spellings(type)
          .slice(0, index === 1 ? 3 : 2)
          .map((value) => ({ 'filter[type]': value })),
      ),
    [typesShown],
  ),
  'dates-with-offset': filterJudgment((account) => {
    const [, one = account.posts[0]] = some(account)
    return [120, -210, 345, 840].flatMap((minutes) => {
      const date = clock(time(one as Post), minutes)
      return [{ 'filter[publishedAfter]': date }, { 'filter[publishedBefore]': date }]
    })
  }),
  'dates-in-utc': filterJudgment((account) =>
    some(account).map((post, index) => {
      const zulu = utc(time(post)).replace('+00:00', index % 2 ? '.000Z' : 'Z')
      return { [index % 3 ? 'filter[publishedAfter]' : 'filter[publishedBefore]']: zulu }
    }),
  ),
  'filters-combine': filterJudgment(
    (account) => {
      const [only, second = only] = account.posts
      const newer = second?.timestamp ?? ''
      const older = (account.posts.at(-2) ?? only)?.timestamp ?? ''
      const [day = ''] = daysNearMidnight(account)
      const between = bounds(older, newer)
      return [
        ...[bounds(day, day), bounds(newer, older)],
        ...orderings.flatMap((sort, index) => [
          { ...between, sort },
          { ...between, 'filter[type]': index % 2 ? 'reels' : 'IMAGE', sort },
        ]),
        { ...between, 'page[size]': 2 },
      ]
    },
    [typesShown],
  ),
  'published-after': secondJudgment('filter[publishedAfter]'),
  'published-before': secondJudgment('filter[publishedBefore]'),
  'published-after-plain-date': dayJudgment('filter[publishedAfter]'),
  'published-before-plain-date': dayJudgment('filter[publishedBefore]'),
})

/** The media type that filter[type] selects; null without a valid one. */
function typeAsked(exchange: Exchange): string | null {
  const isSelected = filterFacts['filter[type]'].select(String(queryOf(exchange)['filter[type]']))
  return mediaTypes.find((mediaType) => isSelected({ mediaType } as Post)) ?? null
}

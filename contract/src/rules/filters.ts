import { parameters, plans, type Schemas } from '@photofeed/openapi'
import type { Exchange, SurveyedAccount } from '../http/exchange.ts'
import { me } from '../http/request-spec.ts'
import { beginsWithPosts, hasPosts, samePosts } from '../judging/comparison.ts'
import { findingUnless } from '../judging/finding.ts'
import { free, posts, premium, video } from '../judging/needs.ts'
import { isPage, pageOf } from '../judging/responses.ts'
import { type Rule, requestRule, responseRule } from '../judging/rule.ts'

type Post = Schemas['Post']

const whole = { 'page[size]': plans.premium.maximumPageSize }
const ofType = (all: Post[], type: string) => all.filter(({ mediaType }) => mediaType === type)

/** The post whose time is the bound: new enough that everything after it is on the surveyed page. */
const bound = (account: SurveyedAccount) => account.posts[2] as Post
const time = ({ timestamp }: Post) => Date.parse(timestamp)
const from = (account: SurveyedAccount, start: number) =>
  account.posts.filter((post) => time(post) >= start)
const until = (account: SurveyedAccount, end: number) =>
  account.posts.filter((post) => time(post) <= end)
const dayOf = ({ timestamp }: Post) => timestamp.slice(0, 10)
const startOfDay = (post: Post) => Date.parse(`${dayOf(post)}T00:00:00Z`)
const endOfDay = (post: Post) => Date.parse(`${dayOf(post)}T23:59:59.999Z`)

/** The same instant as a clock two hours east of UTC shows it. */
function inOtherZone(post: Post): string {
  return new Date(time(post) + 2 * 3_600_000).toISOString().replace(/\.\d+Z$/, '+02:00')
}

/** Section 4.1: which posts a filter leaves. */
export const filters: Rule[] = [
  responseRule({
    id: 'filter-type-selects',
    level: 'must',
    section: '4.1',
    sentence: 'With filter[type] every post has that type; with REELS it is VIDEO.',
    definedAt: '#/components/parameters/FilterType',
    about: (exchange) => isPage(exchange) && typeAsked(exchange) !== null,
    judge(exchange) {
      const expected = typeAsked(exchange) as string
      return pageOf(exchange).posts.flatMap(({ mediaType }, index) =>
        findingUnless(
          mediaType === expected,
          exchange,
          `posts[${index}].mediaType`,
          expected,
          mediaType,
        ),
      )
    },
  }),
  requestRule({
    id: 'filter-type-keeps-all',
    level: 'must',
    section: '4.1',
    sentence: 'filter[type] leaves out no post of that type.',
    definedAt: '#/components/parameters/FilterType',
    needs: [premium, video],
    compares: true,
    requests: () => ({
      images: me({ 'filter[type]': 'IMAGE', ...whole }),
      videos: me({ 'filter[type]': 'VIDEO', ...whole }),
    }),
    judge: ({ images, videos }, account) => [
      ...beginsWithPosts(images, ofType(account.posts, 'IMAGE')),
      ...beginsWithPosts(videos, ofType(account.posts, 'VIDEO')),
    ],
  }),
  requestRule({
    id: 'filter-type-any-case',
    level: 'must',
    section: '4.1',
    sentence: 'The letter case of filter[type] does not matter.',
    definedAt: '#/components/parameters/FilterType/x-case-insensitive',
    needs: [premium, video],
    compares: true,
    requests: () => ({
      upper: me({ 'filter[type]': 'VIDEO', ...whole }),
      lower: me({ 'filter[type]': 'video', ...whole }),
      mixed: me({ 'filter[type]': 'Video', ...whole }),
    }),
    judge: ({ upper, lower, mixed }) => [...samePosts(lower, upper), ...samePosts(mixed, upper)],
  }),
  requestRule({
    id: 'reels-are-videos',
    level: 'must',
    section: '4.1',
    sentence: 'filter[type]=REELS returns the same posts as VIDEO.',
    definedAt: '#/components/parameters/FilterType/x-same-as/REELS',
    needs: [premium, video],
    compares: true,
    requests: () => ({
      videos: me({ 'filter[type]': 'VIDEO', ...whole }),
      reels: me({ 'filter[type]': 'REELS', ...whole }),
    }),
    judge: ({ videos, reels }) => samePosts(reels, videos),
  }),
  requestRule({
    id: 'published-after-inclusive',
    level: 'must',
    section: '4.1',
    sentence: 'filter[publishedAfter] leaves the posts published at or after that time.',
    definedAt: '#/components/parameters/FilterPublishedAfter/description',
    needs: [premium, posts(5)],
    compares: true,
    requests: (account) => ({
      page: me({ 'filter[publishedAfter]': bound(account).timestamp, ...whole }),
    }),
    judge: ({ page }, account) => hasPosts(page, from(account, time(bound(account)))),
  }),
  requestRule({
    id: 'published-before-inclusive',
    level: 'must',
    section: '4.1',
    sentence: 'filter[publishedBefore] leaves the posts published at or before that time.',
    definedAt: '#/components/parameters/FilterPublishedBefore/description',
    needs: [premium, posts(5)],
    compares: true,
    requests: (account) => ({
      page: me({ 'filter[publishedBefore]': bound(account).timestamp, ...whole }),
    }),
    judge: ({ page }, account) => beginsWithPosts(page, until(account, time(bound(account)))),
  }),
  requestRule({
    id: 'published-after-plain-date',
    level: 'must',
    section: '4.1',
    sentence: 'A plain date in filter[publishedAfter] means 00:00 UTC of that day.',
    definedAt: '#/components/parameters/FilterPublishedAfter/x-end-of-day',
    needs: [premium, posts(5)],
    compares: true,
    requests: (account) => ({
      page: me({ 'filter[publishedAfter]': dayOf(bound(account)), ...whole }),
    }),
    judge: ({ page }, account) => hasPosts(page, from(account, startOfDay(bound(account)))),
  }),
  requestRule({
    id: 'published-before-plain-date',
    level: 'must',
    section: '4.1',
    sentence:
      'A plain date in filter[publishedBefore] includes that whole day, up to 23:59:59 UTC.',
    definedAt: '#/components/parameters/FilterPublishedBefore/x-end-of-day',
    needs: [premium, posts(5)],
    compares: true,
    requests: (account) => ({
      page: me({ 'filter[publishedBefore]': dayOf(bound(account)), ...whole }),
    }),
    judge: ({ page }, account) => beginsWithPosts(page, until(account, endOfDay(bound(account)))),
  }),
  requestRule({
    id: 'dates-with-offset',
    level: 'must',
    section: '4.1',
    sentence: 'A date-time with an offset, its plus sent as %2B, means that instant.',
    definedAt: '#/components/parameters/FilterPublishedAfter/schema/anyOf/1/format',
    needs: [premium, posts(5)],
    compares: true,
    requests: (account) => ({
      page: me({ 'filter[publishedAfter]': inOtherZone(bound(account)), ...whole }),
    }),
    judge: ({ page }, account) => hasPosts(page, from(account, time(bound(account)))),
  }),
  requestRule({
    id: 'dates-without-zone',
    level: 'assumed',
    section: '4.1',
    sentence: 'A date-time without a zone is UTC.',
    definedAt: '#/components/parameters/FilterPublishedAfter/description',
    needs: [premium, posts(5)],
    compares: true,
    requests: (account) => ({
      page: me({ 'filter[publishedAfter]': bound(account).timestamp.slice(0, 19), ...whole }),
    }),
    judge: ({ page }, account) => hasPosts(page, from(account, time(bound(account)))),
  }),
  requestRule({
    id: 'dates-that-exclude-all',
    level: 'assumed',
    section: '4.1',
    sentence: 'A publishedAfter later than publishedBefore leaves no posts, and is no error.',
    definedAt: '#/components/parameters/FilterPublishedBefore/description',
    requests: () => ({
      page: me({ 'filter[publishedAfter]': '2026-02-02', 'filter[publishedBefore]': '2026-01-01' }),
    }),
    judge: ({ page }) => hasPosts(page, []),
  }),
  requestRule({
    id: 'free-filters-within-six',
    level: 'must',
    section: '4.1',
    sentence: 'On Free a filter applies within the six most recent posts.',
    definedAt: '#/paths/~1api~1v1~1me/get/description',
    needs: [free, posts(plans.free.readablePosts)],
    compares: true,
    requests: (account) => ({
      images: me({ 'filter[type]': 'IMAGE' }),
      older: me({ 'filter[publishedBefore]': bound(account).timestamp }),
    }),
    judge: ({ images, older }, account) => [
      ...hasPosts(images, ofType(account.posts, 'IMAGE')),
      ...hasPosts(older, until(account, time(bound(account)))),
    ],
  }),
]

/** The media type that filter[type] selects; null without a valid one. */
function typeAsked({ spec }: Exchange): string | null {
  const { values, sameAs } = parameters['filter[type]']
  const requested = String(spec.query?.['filter[type]']).toUpperCase()
  const known = values.find((value) => value === requested)
  return known ? ((sameAs as Record<string, string>)[known] ?? known) : null
}

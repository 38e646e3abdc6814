import { type ConnectionStatus, connectionStatuses, headers } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import { isFromCache } from '../http/intermediary.ts'
import { accounts, graphql, me, mePath, rss } from '../http/request-spec.ts'
import type { Expect } from '../judging/expect.ts'
import { brokenConnection, healthyConnection } from '../judging/needs.ts'
import { all, each } from '../judging/resource-instances.ts'
import { isAccepted, isPage, pageOf } from '../judging/responses.ts'
import { requestJudgment, responseJudgment, rulesOf } from '../judging/rule.ts'

const { AccountStatus, LastFetchedAt, FeedStale } = headers
const now = { isFresh: true } as const

const isBroken = (status: unknown) => isStatus(status) && Boolean(connectionStatuses[status].stale)

const isStatus = (status: unknown): status is ConnectionStatus =>
  typeof status === 'string' && Object.hasOwn(connectionStatuses, status)

// biome-ignore format: a row for each rule
const facts = [
  ['me-status-header', 'must', '4.1', '#/components/headers/AccountStatus',
    `Every 200 of ${mePath} has ${AccountStatus.name} with one of the four statuses.`],
  ['me-status-agrees', 'must', '3.1', '#/components/headers/AccountStatus/description',
    `${AccountStatus.name} is the \`status\` of the body.`],
  ['me-last-fetched-header', 'must', '4.1', '#/components/headers/LastFetchedAt',
    `Every 200 of ${mePath} has ${LastFetchedAt.name}.`],
  ['me-last-fetched-agrees', 'must', '2.1', '#/components/headers/LastFetchedAt/description',
    `${LastFetchedAt.name} is the \`lastFetchAt\` of the body, or the word ${LastFetchedAt.whenNull} where that is null.`],
  ['stale-when-broken', 'must', '3.1', '#/components/headers/FeedStale',
    `A page of an account with a broken connection explains so in ${FeedStale.name}.`],
  ['stale-only-when-broken', 'must', '3.1', '#/components/headers/FeedStale',
    `${FeedStale.name} is absent while the connection works.`],
  ['interfaces-have-one-status', 'must', '3.1', '#/components/headers/AccountStatus',
    'Every interface has the status of the connection and the time of the last fetch that /api/v1/me has.'],
] as const

/** Sections 3.1 and 4.1: the headers about the connection, and that they agree with the body. */
export const statusHeaders = rulesOf(facts, {
  'me-status-header': responseJudgment({ about: isPage, judge: hasStatus }),
  'me-status-agrees': responseJudgment(
    each(all.pages, ({ status }, _, exchange, expect) => {
      if (typeof status === 'string' && exchange.headers.has(AccountStatus.name))
        expect.header(exchange, AccountStatus.name, status)
    }),
  ),
  'me-last-fetched-header': responseJudgment({ about: isPage, judge: hasLastFetched }),
  'me-last-fetched-agrees': responseJudgment(
    each(all.pages, ({ lastFetchAt }, _, exchange, expect) => {
      const isTime = lastFetchAt === null || typeof lastFetchAt === 'string'
      if (isTime && exchange.headers.has(LastFetchedAt.name))
        expect.header(exchange, LastFetchedAt.name, lastFetchAt ?? LastFetchedAt.whenNull)
    }),
  ),
  'stale-when-broken': responseJudgment({
    needs: [brokenConnection],
    ...each(
      (exchange) => all.pages(exchange).filter(({ value }) => isBroken(value.status)),
      (_, __, exchange, expect) => hasExplanation(exchange, expect),
    ),
  }),
  'stale-only-when-broken': responseJudgment({
    needs: [healthyConnection],
    about: (exchange) =>
      isAccepted(exchange) &&
      exchange.headers.has(AccountStatus.name) &&
      !isBroken(exchange.headers.get(AccountStatus.name)),
    judge: (exchange, expect) => expect.header(exchange, FeedStale.name, null),
  }),
  'interfaces-have-one-status': requestJudgment({
    // Not `compares`: that skips the rule for other values of this header, which are the mistake here.
    requests: () => ({
      before: me({}, now),
      accounts: accounts({}, now),
      rss: rss({}, now),
      graphql: graphql('{ me { username } }', undefined, now),
      after: me({}, now),
    }),
    judge({ before, after, ...others }, expect) {
      const { status, lastFetchAt } = pageOf(before)
      // A cache may have stored earlier values, and an import may have ended in between.
      if (isFromCache(before)) return
      if (pageOf(after).status !== status || pageOf(after).lastFetchAt !== lastFetchAt) return
      const expected = {
        [AccountStatus.name]: status,
        [LastFetchedAt.name]: lastFetchAt ?? LastFetchedAt.whenNull,
      }
      for (const response of [...Object.values(others), after]) {
        if (isFromCache(response)) continue
        for (const [name, value] of Object.entries(expected)) {
          // Only /api/v1/me must have the headers.
          if (response.headers.has(name)) expect.header(response, name, value)
        }
      }
    },
  }),
})

function hasExplanation(exchange: Exchange, expect: Expect): void {
  const explanation = exchange.headers.get(FeedStale.name)
  const at = `header ${FeedStale.name}`
  expect.that(Boolean(explanation), exchange, at, 'an explanation', explanation)
}

function hasLastFetched(exchange: Exchange, expect: Expect): void {
  const { name } = LastFetchedAt
  const value = exchange.headers.get(name)
  const isTime = value === LastFetchedAt.whenNull || !Number.isNaN(Date.parse(value ?? ''))
  expect.that(value !== null && isTime, exchange, `header ${name}`, 'a time or Never', value)
}

function hasStatus(exchange: Exchange, expect: Expect): void {
  const status = exchange.headers.get(AccountStatus.name)
  const expected = Object.keys(connectionStatuses).join(', ')
  expect.that(isStatus(status), exchange, `header ${AccountStatus.name}`, expected, status)
}

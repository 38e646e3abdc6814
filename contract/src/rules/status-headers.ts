import { type ConnectionStatus, connectionStatuses, headers } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'
import { mePath } from '../http/request-spec.ts'
import type { Expect } from '../judging/expect.ts'
import { brokenConnection, healthyConnection } from '../judging/needs.ts'
import { all, each } from '../judging/resource-instances.ts'
import { isAccepted, isPage } from '../judging/responses.ts'
import { type Rule, responseRule } from '../judging/rule.ts'

const { AccountStatus, LastFetchedAt, FeedStale } = headers

const isBroken = (status: unknown) => isStatus(status) && Boolean(connectionStatuses[status].stale)

const isStatus = (status: unknown): status is ConnectionStatus =>
  typeof status === 'string' && Object.hasOwn(connectionStatuses, status)

/** Sections 3.1 and 4.1: the headers about the connection, and that they agree with the body. */
export const statusHeaders: Rule[] = [
  responseRule({
    id: 'me-status-header',
    level: 'must',
    section: '4.1',
    sentence: `Every 200 of ${mePath} has ${AccountStatus.name} with one of the four statuses.`,
    definedAt: '#/components/headers/AccountStatus',
    about: isPage,
    judge: hasStatus,
  }),
  responseRule({
    id: 'me-status-agrees',
    level: 'must',
    section: '3.1',
    sentence: `${AccountStatus.name} is the \`status\` of the body.`,
    definedAt: '#/components/headers/AccountStatus/description',
    ...each(all.pages, ({ status }, _, exchange, expect) => {
      if (typeof status === 'string' && exchange.headers.has(AccountStatus.name))
        expect.header(exchange, AccountStatus.name, status)
    }),
  }),
  responseRule({
    id: 'me-last-fetched-header',
    level: 'must',
    section: '4.1',
    sentence: `Every 200 of ${mePath} has ${LastFetchedAt.name}.`,
    definedAt: '#/components/headers/LastFetchedAt',
    about: isPage,
    judge: hasLastFetched,
  }),
  responseRule({
    id: 'me-last-fetched-agrees',
    level: 'must',
    section: '2.1',
    sentence: `${LastFetchedAt.name} is the \`lastFetchAt\` of the body, or the word ${LastFetchedAt.whenNull} where that is null.`,
    definedAt: '#/components/headers/LastFetchedAt/description',
    ...each(all.pages, ({ lastFetchAt }, _, exchange, expect) => {
      const isTime = lastFetchAt === null || typeof lastFetchAt === 'string'
      if (isTime && exchange.headers.has(LastFetchedAt.name))
        expect.header(exchange, LastFetchedAt.name, lastFetchAt ?? LastFetchedAt.whenNull)
    }),
  }),
  responseRule({
    id: 'stale-when-broken',
    level: 'must',
    section: '3.1',
    sentence: `A page of an account with a broken connection explains so in ${FeedStale.name}.`,
    definedAt: '#/components/headers/FeedStale',
    needs: [brokenConnection],
    ...each(
      (exchange) => all.pages(exchange).filter(({ value }) => isBroken(value.status)),
      (_, __, exchange, expect) => hasExplanation(exchange, expect),
    ),
  }),
  responseRule({
    id: 'stale-only-when-broken',
    level: 'must',
    section: '3.1',
    sentence: `${FeedStale.name} is absent while the connection works.`,
    definedAt: '#/components/headers/FeedStale',
    needs: [healthyConnection],
    about: (exchange) =>
      isAccepted(exchange) &&
      exchange.headers.has(AccountStatus.name) &&
      !isBroken(exchange.headers.get(AccountStatus.name)),
    judge: (exchange, expect) => expect.header(exchange, FeedStale.name, null),
  }),
]

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

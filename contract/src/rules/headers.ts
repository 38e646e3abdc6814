import {
  type ConnectionStatus,
  caching,
  connectionStatuses,
  headers,
  routes,
} from '@photofeed/openapi'
import { type Exchange, mediaType } from '../http/exchange.ts'
import { accountsPath, graphqlPath, mePath, rssPath } from '../http/request-spec.ts'
import { type Finding, findingUnless, same } from '../judging/finding.ts'
import { brokenConnection, healthyConnection } from '../judging/needs.ts'
import { isPage, pageOf } from '../judging/responses.ts'
import { type Rule, responseRule } from '../judging/rule.ts'

const { AccountStatus, LastFetchedAt, FeedStale, CacheControl, AllowOrigin, ExposeHeaders, ETag } =
  headers

const isSuccess = ({ status, spec }: Exchange) => status === 200 && spec.path in routes
const isAccepted = ({ status, spec }: Exchange) =>
  (status === 200 || status === 422) && spec.path in routes
const isBroken = (status: string | null) =>
  isStatus(status) && Boolean(connectionStatuses[status].stale)

const isStatus = (status: unknown): status is ConnectionStatus =>
  typeof status === 'string' && Object.hasOwn(connectionStatuses, status)

const paths = { me: mePath, accounts: accountsPath, rss: rssPath, graphql: graphqlPath }

const cors = Object.entries(paths).map(([name, path]) =>
  responseRule({
    id: `${name}-cors`,
    level: 'must',
    section: '4.1',
    sentence: `${path} lets any origin read its responses, errors included.`,
    definedAt: '#/components/headers/AllowOrigin',
    about: ({ spec, status }) => spec.path === path && status !== 204,
    judge: (exchange) =>
      same(
        exchange,
        `header ${AllowOrigin.name}`,
        AllowOrigin.value,
        exchange.headers.get(AllowOrigin.name),
      ),
  }),
)

const contentTypes = Object.entries(paths).map(([name, path]) =>
  responseRule({
    id: `${name}-content-type`,
    level: path === mePath || path === accountsPath ? 'must' : 'assumed',
    section: '7.1',
    sentence: `A successful response of ${path} is ${routes[path].mediaType}.`,
    definedAt: `#/paths/${path.replaceAll('/', '~1')}/get/responses/200/content`,
    about: ({ spec, status }) => spec.path === path && status === 200,
    judge: (exchange) =>
      same(
        exchange,
        'header Content-Type',
        routes[path].mediaType.split(';', 1)[0],
        mediaType(exchange),
      ),
  }),
)

/** Section 4.1: response headers, and that they agree with the body. */
export const responseHeaders: Rule[] = [
  ...contentTypes,
  responseRule({
    id: 'me-status-header',
    level: 'must',
    section: '4.1',
    sentence: `Every 200 of ${mePath} has ${AccountStatus.name} with one of the four statuses.`,
    definedAt: '#/components/headers/AccountStatus',
    about: isPage,
    judge: (exchange) => hasStatus(exchange),
  }),
  responseRule({
    id: 'status-header-everywhere',
    level: 'assumed',
    section: '4.1',
    sentence: `Every other response to an accepted key has ${AccountStatus.name} and ${LastFetchedAt.name} too: on 422, RSS, GraphQL and accounts.`,
    definedAt: '#/components/headers/AccountStatus',
    about: (exchange) => isAccepted(exchange) && !isPage(exchange),
    judge: (exchange) => [...hasStatus(exchange), ...hasLastFetched(exchange)],
  }),
  responseRule({
    id: 'me-status-agrees',
    level: 'must',
    section: '3.1',
    sentence: `${AccountStatus.name} is the \`status\` of the body.`,
    definedAt: '#/components/headers/AccountStatus/description',
    about: (exchange) => isPage(exchange) && exchange.headers.has(AccountStatus.name),
    judge: (exchange) =>
      same(
        exchange,
        `header ${AccountStatus.name}`,
        pageOf(exchange).status,
        exchange.headers.get(AccountStatus.name),
      ),
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
    about: (exchange) => isPage(exchange) && exchange.headers.has(LastFetchedAt.name),
    judge(exchange) {
      const expected = pageOf(exchange).lastFetchAt ?? LastFetchedAt.whenNull
      return same(
        exchange,
        `header ${LastFetchedAt.name}`,
        expected,
        exchange.headers.get(LastFetchedAt.name),
      )
    },
  }),
  responseRule({
    id: 'stale-when-broken',
    level: 'must',
    section: '3.1',
    sentence: `A page of an account with a broken connection explains so in ${FeedStale.name}.`,
    definedAt: '#/components/headers/FeedStale',
    needs: [brokenConnection],
    about: (exchange) => isPage(exchange) && isBroken(pageOf(exchange).status),
    judge: (exchange) =>
      findingUnless(
        Boolean(exchange.headers.get(FeedStale.name)),
        exchange,
        `header ${FeedStale.name}`,
        'an explanation',
        null,
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
    judge: (exchange) =>
      same(exchange, `header ${FeedStale.name}`, null, exchange.headers.get(FeedStale.name)),
  }),
  responseRule({
    id: 'cache-seconds',
    level: 'must',
    section: '4.1',
    sentence: `A response that shared caches may keep says ${caching.production}; only a deployment that is not in production says anything else.`,
    definedAt: '#/x-caching/success/production',
    about: isSuccess,
    judge(exchange) {
      const sent = exchange.headers.get(CacheControl.name)
      const directives = (sent ?? '')
        .split(',')
        .map((directive) => directive.trim().toLowerCase())
        .sort()
      const isProduction = directives.join(', ') === caching.production
      const forbids = directives.some((directive) =>
        /^(no-cache|no-store|private)$/.test(directive),
      )
      return findingUnless(
        isProduction || forbids,
        exchange,
        `header ${CacheControl.name}`,
        caching.production,
        sent,
      )
    },
  }),
  ...cors,
  responseRule({
    id: 'exposed-headers',
    level: 'assumed',
    section: '4.1',
    sentence: 'Scripts of other origins may read the three headers of the service.',
    definedAt: '#/components/headers/ExposeHeaders',
    about: isAccepted,
    judge: (exchange) =>
      same(
        exchange,
        `header ${ExposeHeaders.name}`,
        ExposeHeaders.value,
        exchange.headers.get(ExposeHeaders.name),
      ),
  }),
  responseRule({
    id: 'etag',
    level: 'assumed',
    section: '4.1',
    sentence: 'Successful responses to GET have a weak ETag.',
    definedAt: '#/components/headers/ETag',
    about: (exchange) => isSuccess(exchange) && exchange.request.method === 'GET',
    judge(exchange) {
      const etag = exchange.headers.get(ETag.name)
      return findingUnless(
        /^W\/"[^"]+"$/.test(etag ?? ''),
        exchange,
        'header ETag',
        'W/"..."',
        etag,
      )
    },
  }),
]

function hasLastFetched(exchange: Exchange): Finding[] {
  const { name } = LastFetchedAt
  return findingUnless(exchange.headers.has(name), exchange, `header ${name}`, 'a time', null)
}

function hasStatus(exchange: Exchange) {
  const status = exchange.headers.get(AccountStatus.name)
  const expected = Object.keys(connectionStatuses).join(', ')
  return findingUnless(isStatus(status), exchange, `header ${AccountStatus.name}`, expected, status)
}

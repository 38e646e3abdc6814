import { globSync } from 'node:fs'
import { apiKey, caching, fieldLimits, limits, plans, refresh, widths } from '@photofeed/openapi'
import { expect, test } from 'vitest'
import { defaults as ofChecker } from '../../contract/src/run/check-contract.ts'
import { timeouts } from '../../core/src/node/timeouts.ts'
import { fileLimits } from '../../server/src/media/file-store.ts'
import { attemptLimits } from '../../server/src/owners/limits.ts'
import { settings } from '../../server/src/settings/settings.ts'
import { defaultTimeouts } from '../../server/src/stores/engine/postgres-pool.ts'
import {
  days,
  maxAge,
  megabytes,
  numberOf,
  often,
  otherQuantities,
  period,
  proseOf,
  read,
  root,
  times,
} from './numbers.ts'

const ofRetries = (name: string) => numberOf('sdk/src/client/retry.ts', name)

/** What the prose of the manuals says with a number or a time, from the constant that decides it. */
const facts: Readonly<Record<string, readonly string[]>> = {
  'docs/manual/sdk.md': [
    `are retried, ${times(ofRetries('maxRetries'))}, after about ${period(ofRetries('firstDelay'))} and ${period(2 * ofRetries('firstDelay'))}, or`,
    `A body has at most ${megabytes(numberOf('sdk/src/client/exchange.ts', 'longestBody'))}`,
    `Keep \`timeout\` above ${period(numberOf('sdk/src/entries/cached-fetch.ts', 'slowAfter'))}`,
    // The header of the service, which another sentence names.
    'After the time of `Cache-Control`, an hour,',
  ],
  'docs/manual/element.md': [
    `share their requests for ${period(numberOf('element/src/posts/shared-pages.ts', 'maxAgeMs'))}.`,
    `ends when ${numberOf('element/src/posts/which-posts.ts', 'longestSearch')} pages of 100 posts`,
  ],
  'docs/manual/mock-server.md': [
    `The log has at most ${numberOf('mock-server/src/log/request-log.ts', 'maximumRequests').toLocaleString('en')} requests`,
    // The default of a parameter and of an option.
    'waits for one up to a second',
    'saves the first 500 posts',
  ],
}

const unread = 'core/src/node/unread-responses.ts'
const handler = 'server/src/media/media-handler.ts'
const runner = 'server/src/work/work-runner.ts'
const { address } = attemptLimits
const ofSessions = (name: string) => numberOf('server/src/stores/service/sessions.ts', name)

/** The same of the guide, whose other numbers follow from several constants, or are advice. */
const factsOfGuide = [
  `keeps idle ones open for ${timeouts.server.keepAliveTimeout / 1000} seconds,`,
  `lists pages of ${numberOf('server/src/platform/media-listing.ts', 'pageSize')} posts`,
  `any of an account with up to ${numberOf('server/src/platform/media-listing.ts', 'pageSize')} posts`,
  `cannot send ${numberOf('server/src/platform/media-listing.ts', 'pageSize')} posts at once`,
  `failed ${numberOf('server/src/stores/service/work-kinds.ts', 'frequentAttempts')} times in a row`,
  `within ${period(numberOf('server/src/work/edge-purge.ts', 'timeLimitMs'))} is a success`,
  `The limit of ${period(defaultTimeouts.read)} for pages`,
  `a page that waits for ${period(defaultTimeouts.read)} is a 503`,
  `wait for a lock for ${period(defaultTimeouts.lock)}`,
  `with ${numberOf('server/src/media/decoding.ts', 'decodingBytes') / 1024 ** 2} MiB each`,
  `| memory | ${numberOf('server/src/media/decoding.ts', 'decodingBytes') / 1024 ** 2} MiB`,
  `logs at most ${numberOf('server/src/log.ts', 'mostLines')} errors a minute`,
  `A session ends ${days(ofSessions('idleMs'))} after its last use, and ${days(ofSessions('totalMs'))} after the sign-in`,
  `it is known for ${days(ofSessions('knownMs'))} after`,
  `which works once, for ${{ 7: 'seven' }[numberOf('server/src/owners/sessions.ts', 'invitation')]} days`,
  `It has ${numberOf('server/src/start/data-facts.ts', 'shortest')} characters or more`,
  `Tokens expire in less than ${numberOf('server/src/stores/service/health.ts', 'expiringMs')} days`,
  `connections that expire in less than ${numberOf('server/src/stores/service/health.ts', 'expiringMs')} days`,
  `a process opens at most, ${settings.databaseConnections.initial} by default`,
  `responses take at most ${megabytes(numberOf(unread, 'maximumBytes'))} in all`,
  `reads less than ${numberOf(unread, 'bytesPerSecond') / 1024} kB a second`,
  `Responses of media use up to ${megabytes(numberOf(handler, 'maximumBytes'))} for`,
  `takes less than ${numberOf(handler, 'slowestPart') / 1024} kB of a larger file in ${period(numberOf(handler, 'slowestPartMs'))}`,
  `has waited for ${period(numberOf(handler, 'longestWaitMs'))}, clients get 503`,
  `pictures ${fileLimits.pictureBytes / 1024 ** 2} MiB, videos ${fileLimits.videoBytes / 1024 ** 2} MiB`,
  `${fileLimits.pixels / 1e6} megapixels, and ${fileLimits.side.toLocaleString('en')} on the longer side`,
  `Lists end after ${Number(/default\((\d+)\)/.exec(read('server/src/cli/output.ts'))?.[1]).toLocaleString('en')} rows`,
  `by \`state\`, counted once ${period(numberOf('server/src/operations/database-metrics.ts', 'connectionsEveryMs'))}`,
  `otherwise for ${numberOf('server/src/platform/platform-limits.ts', 'defaultMinutes')} minutes`,
  ...['the call is', 'jobs are'].map(
    (what) =>
      `${what} retried, first after ${period(numberOf(runner, 'firstRetryMs'))}, later ${often(numberOf(runner, 'longestRetryMs') / 1000)}`,
  ),
  `another server runs the jobs of a dead one within ${period(numberOf(runner, 'leaseMs'))}`,
  `When ${numberOf('server/src/media/decoding.ts', 'waitingReaders')} requests wait`,
  `tested every ${period(numberOf('server/src/operations/readiness.ts', 'writeEveryMs'))}`,
  `texts in a PNG | ${numberOf('server/src/media/file-inspection.ts', 'mostTextBytes') / 1024} KiB`,
  `scans of a JPEG | ${numberOf('server/src/media/file-inspection.ts', 'mostScans')},`,
  `arrive every ${period(numberOf('server/src/refresh/download.ts', 'partMs')).replace('half a', 'half')}`,
  `as long as ${numberOf('server/src/refresh/download.ts', 'partBytes') / 1000} kB`,
  `guessed ${3_600_000 / address.refillMs} times an hour, from any number of networks**, after the first ${address.size} attempts`,
]

test('the guide for operators says the numbers that the sources have', () => {
  const prose = read('docs/operations.md').replaceAll(/\s+/g, ' ')
  expect(factsOfGuide.filter((sentence) => !prose.includes(sentence))).toEqual([])
})

test('the help of a setting says the default that another source has', () => {
  const texts = (path: string, before: RegExp) =>
    [
      ...(new RegExp(`${before.source}(.*)`).exec(read(path))?.[1] ?? '').matchAll(/'([^']+)'/g),
    ].map(([, text]) => text)
  const { s3Region, mediaHosts, database } = settings
  const [region] = texts('server/src/media/s3-files.ts', /endpoint && /)
  expect(s3Region.description).toContain(`or ${region} where there is an endpoint`)
  const hosts = texts('server/src/platform/download-rules.ts', /hosts: /)
  expect(mediaHosts.description).toContain(
    `by default those of the platform, ${hosts.join(' and ')}`,
  )
  const [file] = texts('server/src/start/data-facts.ts', /join\(data, /)
  expect(database.description).toContain(`by default ${file} in the data folder`)
})

test('the guide names each setting, but for those of an emulated platform', () => {
  const guide = read('docs/operations.md') + read('server/README.md')
  const unnamed = Object.values(settings).flatMap(({ flags, variable }) => {
    const name = new RegExp(`(${flags.split(' ', 1)}|\\b${variable})(?![\\w-])`)
    return name.test(guide) ? [] : [variable]
  })
  expect(unnamed, 'name them in docs/operations.md where they matter').toEqual([
    'PHOTOFEED_MEDIA_ORIGINS',
    'PHOTOFEED_PLATFORM_URL',
  ])
})

/** A number with its unit, or how often. */
const quantity =
  /\b(?:twice|(?:two|three|four|five|\d[\d,]*) (?:times|pages|posts|(?:milli)?seconds?|minutes?|hours?|days?|attempts|requests)|\d[\d,]* [kMG]B|(?:half an?|an?) (?:second(?! [a-z])|minute|hour|day))\b/g

test('the manuals say the numbers that the sources have', () => {
  for (const [path, sentences] of Object.entries(facts)) {
    const prose = proseOf(path)
      .replaceAll(/^\|.*$/gm, '')
      .replaceAll(/\s+/g, ' ')
    expect
      .soft(
        sentences.filter((sentence) => !prose.includes(sentence)),
        path,
      )
      .toEqual([])
    expect
      .soft(otherQuantities(prose, sentences, quantity), `${path}: a number of no constant`)
      .toEqual([])
  }
})

const numerals = ['no', 'one', 'two', 'three', 'four', 'five', 'six']
const { free, premium } = plans
const newest = numerals[free.readablePosts]
const [ofFree, ofPremium, ofProfile] = [
  free.postRefreshSeconds,
  premium.postRefreshSeconds,
  refresh.profileSeconds,
].map(often)
const cached = period(caching.seconds * 1000)
const look = maxAge('server/src/http/feed-script.ts', /'Cache-Control': '/)
const element = maxAge('server/src/http/static-files.ts', /updated: '/)
const languages = globSync('element/src/languages/translations/*.ts', { cwd: root }).length + 1
const pixels = `${widths.join(', ').replace(/, (\d+)$/, ' and $1')} pixels`
const characters = Number(/\d+/.exec(apiKey.pattern.replace('0-9', ''))?.[0])
const tokenDays = refresh.platformTokenSeconds / 86_400
const listed = (number: number) => number.toLocaleString('en')

/** Each limit of a field: the field, the keyword and the number. */
const ofFields = Object.values<Record<string, Record<string, number>>>(fieldLimits)
  .flatMap((fields) => Object.entries(fields))
  .flatMap(([field, limit]) =>
    Object.entries(limit).map(([keyword, most]) => ({ field, keyword, most: listed(most) })),
  )

/** What the pages say with a number or a time, from what decides it. */
const factsOfPages = [
  ...[`the ${newest} newest`, `its ${newest} newest`, `the ${free.readablePosts} newest`],
  ...[
    `Only ${newest} posts`,
    `Free reads ${newest} posts`,
    `up to ${premium.maximumPageSize} posts`,
  ],
  ...[`${ofPremium} on Premium, ${ofFree} on Free`, `| ${ofFree} | ${ofPremium} |`],
  ...[`${ofPremium} with Premium, and ${ofFree}`, `${ofPremium} with Premium and ${ofFree}`],
  ...[`posts, ${ofFree}**`, `fetches new ones ${ofPremium}`, `fetches posts ${ofPremium} at most`],
  ...[
    `the profile ${ofProfile}`,
    'the profile | once a day',
    'profile is fetched at most once a day',
  ],
  ...[`fetching posts | a day on Free, an hour on Premium`, 'fetching the profile | a day'],
  ...['visible within a day', 'for up to a day'],
  ...[`cached for ${cached}`, `up to ${cached}`, `only after ${cached}`, `max-age\`, ${cached}`],
  `after two hours at the latest: an hour until the refresh, ${cached} in a cache`,
  `in production | ${caching.seconds} seconds`,
  ...[`follows within ${look}`, `on every site within ${look}`],
  ...[`\`/embed.js\` for ${element}`, `keep it for ${element}`],
  ...[
    `of ${characters} characters`,
    `exactly ${characters} characters`,
    `key | ${characters} characters`,
  ],
  ...[`valid for ${tokenDays} days`, `platform's token | ${tokenDays} days`],
  ...[pixels, `${numerals[widths.length]} widths`, `in ${numerals[widths.length]} sizes`],
  `and ${languages} languages`,
  `in ${languages} languages`,
  `contain ${/count: (\d+)/.exec(read('core/src/scenarios/sketches.ts'))?.[1]} posts`,
  `cut after ${numberOf('core/src/rss.ts', 'titleLength')} characters`,
  `pictures are ${/width="(\d+)"/.exec(read('core/src/rss.ts'))?.[1]} pixels wide`,
  `stores the ${numerals[numberOf('server/src/stores/service/feeds.ts', 'storedSites')]} newest sites`,
  `sent the request ${numerals[ofRetries('maxRetries') + 1]} times already`,
  `query string over ${listed(limits.urlBytes)} characters`,
  `declared body over ${limits.bodyBytes / 1024 ** 2} MiB`,
  `body of ${limits.graphqlBodyBytes / 1024} KiB nested at most ${limits.graphqlBodyDepth} levels deep, ${listed(limits.graphqlTokens)} tokens`,
  `reads at most ${limits.graphqlPosts} posts`,
  `${listed(limits.graphqlResultFields)} fields and ${limits.graphqlResultBytes / 1e6} MB`,
  `at most ${limits.graphqlErrors} entries; a message is cut after ${limits.graphqlErrorLength} characters`,
  `headers that take longer than ${timeouts.server.headersTimeout / 1000} seconds, requests that take longer than ${timeouts.server.requestTimeout / 1000} |`,
  `at most ${numerals[ofChecker.concurrency]} are sent at a time`,
  ...ofFields.flatMap(({ keyword, most }) =>
    keyword === 'maxLength' ? `at most ${most} characters` : [],
  ),
]
/** Numbers that are advice, examples or measured, or follow from a rule that has tests. */
const others = [
  ...['a few requests an hour', 'Plan an hour', '1 GB of memory', 'are there within a minute'],
  ...[
    '1.7 kB for each post',
    'five minutes is enough',
    'at most 60 requests',
    'a reason and a day',
  ],
  ...[
    'A picture in a minute',
    'with three posts',
    'of three posts',
    'same three posts',
    'requests 5 posts',
  ],
  ...['or fractions of a second', 'a caption as 2,200 characters', 'between two requests'],
  ...['after 24 hours the operator', 'at least once a day', 'seventh day, daily until'],
  'after twice as long each time, up to a day',
]

const pages = globSync(
  [
    '{.,sdk,element,mock-server,contract,server}/README.md',
    'docs/manual/contract.md',
    'docs/assumptions.md',
    'docs/src/content/docs/**/*.mdx',
  ],
  { cwd: root },
)

const quantityOfPages =
  /\b(?:twice|(?:one|two|three|four|five|six|\d[\d,]*) (?:times|newest|widths|sizes|languages|pages|posts|px|pixels|characters|entries|levels|(?:milli)?seconds?|minutes?|hours?|days?|attempts|requests|tokens|fields)|\d[\d,.]* [kMG]i?B|(?:once|half an?|an?) (?:second(?! [a-z])|minute|hour|day)|hourly|daily)\b/g

test('the pages say the numbers that the sources have', () => {
  const all = pages.map((path) => ({ path, prose: proseOf(path).replaceAll(/\s+/g, ' ') }))
  const sentences = [...factsOfPages, ...others]
  expect(
    sentences.filter((sentence) => !all.some(({ prose }) => prose.includes(sentence))),
  ).toEqual([])
  const unknown = all.flatMap(({ path, prose }) =>
    otherQuantities(prose, sentences, quantityOfPages).map((found) => `${path}: ${found}`),
  )
  expect(
    unknown,
    'a number of no constant: if there is one, add its sentence to factsOfPages',
  ).toEqual([])
})

test('the page of the specification has the limit of each field', () => {
  const rows = read('docs/src/content/docs/contract/specification.mdx').split('\n')
  const missing = ofFields.filter(
    ({ field, most }) =>
      !rows.some((row) => row.startsWith(`| \`${field}\` |`) && row.includes(` at most ${most} `)),
  )
  expect(missing).toEqual([])
})

test('a page says the version of Node that its package needs', () => {
  const [ofServer, ofOthers] = ['server', 'sdk'].map((folder) =>
    JSON.parse(read(`${folder}/package.json`)).engines.node.replace('>=', ''),
  )
  // From this one on Node reads the variables of a proxy if NODE_USE_ENV_PROXY is set.
  const ofProxies = '22.21'
  const wrong = pages.flatMap((path) => {
    const isOfServer = /^server|\/run\/|your-website/.test(path)
    const isOfAll = /^README|versions/.test(path)
    return [...read(path).matchAll(/(?:\bNode |\| )(\d+\.\d+)(?=,| (?:and|or) later)/g)]
      .filter(([, version]) => version !== ofProxies)
      .filter(([, version]) => isOfServer || version !== ofOthers)
      .filter(([, version]) => !(isOfServer || isOfAll) || version !== ofServer)
      .map(([text]) => `${path}: ${text}`)
  })
  expect(wrong).toEqual([])
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { timeouts } from '../../core/src/node/timeouts.ts'
import { defaultTimeouts } from '../../server/src/stores/engine/postgres-pool.ts'

const root = new URL('../../', import.meta.url).pathname
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')

/** The number that a source gives to a constant or as the default of a parameter: a product of literals. */
function numberOf(path: string, name: string): number {
  const [, value = ''] = new RegExp(`\\b${name} = ([\\d_ *]*\\d)`).exec(read(path)) ?? []
  return value
    .split('*')
    .reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1)
}

const ofRetries = (name: string) => numberOf('sdk/src/client/retry.ts', name)
const times = (number: number) => ['never', 'once', 'twice'][number] ?? `${number} times`
const megabytes = (bytes: number) => `${bytes / 1024 ** 2} MB`
const units = { 500: 'half a second', 1000: 'a second', 60000: 'a minute', 3600000: 'an hour' }
const period = (ms: number) => units[ms as keyof typeof units] ?? `${ms / 1000} seconds`

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

/** The same of the guide, whose other numbers follow from several constants, or are advice. */
const factsOfGuide = [
  `keeps idle ones open for ${timeouts.server.keepAliveTimeout / 1000} seconds,`,
  `lists pages of ${numberOf('server/src/platform/media-listing.ts', 'pageSize')} posts`,
  `failed ${numberOf('server/src/stores/service/work-kinds.ts', 'frequentAttempts')} times in a row`,
  `within ${period(numberOf('server/src/work/edge-purge.ts', 'timeLimitMs'))} is a success`,
  `The limit of ${period(defaultTimeouts.read)} for pages`,
  `with ${numberOf('server/src/media/decoding.ts', 'decodingBytes') / 1024 ** 2} MiB each`,
  `logs at most ${numberOf('server/src/log.ts', 'mostLines')} errors a minute`,
  `and ${numberOf('server/src/stores/service/sessions.ts', 'totalMs')} days after the sign-in`,
  `Tokens expire in less than ${numberOf('server/src/stores/service/health.ts', 'expiringMs')} days`,
]

test('the guide for operators says the numbers that the sources have', () => {
  const prose = read('docs/operations.md').replaceAll(/\s+/g, ' ')
  expect(factsOfGuide.filter((sentence) => !prose.includes(sentence))).toEqual([])
})

const quantity =
  /\b(?:twice|(?:two|three|four|five|\d[\d,]*) (?:times|pages|posts|(?:milli)?seconds?|minutes?|hours?|days?|attempts|requests)|\d[\d,]* [kMG]B|(?:half an?|an?) (?:second(?! [a-z])|minute|hour|day))\b/g

test.each(Object.entries(facts))('%s says the numbers that the sources have', (path, sentences) => {
  const prose = read(path)
    .replaceAll(/^```.*?^```/gms, '')
    .replaceAll(/^\|.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
  expect(sentences.filter((sentence) => !prose.includes(sentence))).toEqual([])
  const others = sentences.reduce((text, sentence) => text.replace(sentence, ''), prose)
  expect(
    [...others.matchAll(quantity)].map(([found]) => found),
    'a number of no constant: add its sentence to the facts',
  ).toEqual([])
})

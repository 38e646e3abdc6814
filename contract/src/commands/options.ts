import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { defaults } from '../run/check-contract.ts'
import { levels } from '../run/verdict.ts'
import { defaultFile } from './config.ts'
import { reporterNames, type Target, targetOf } from './reports.ts'

const collected = <Value>(parse: (text: string) => Value) => {
  return (text: string, before: Value[]): Value[] => [...before, parse(text)]
}

/** The options of a check. The configuration file has the same names. */
export const options = {
  account: new Option(
    '--account <name=apiKey>',
    'the API key of an account, by a name of your choice; repeat it for other accounts, which let more rules be decided. Other users of this machine see command lines: better set PHOTOFEED_KEY_FREE for the account free, and so on',
  )
    .default({} as Record<string, string>, 'PHOTOFEED_KEY and PHOTOFEED_KEY_<NAME>')
    .argParser(pairs('=', 'It must be name=key, like free=$KEY.')),
  key: new Option('--key <apiKey>', 'the same as --account account=<apiKey>'),
  require: new Option(
    '--require <name>',
    'end undecided unless each required rule about this account or section, like 4.1, was tested; repeat it for others',
  )
    .default([] as string[], 'none')
    .argParser(collected(String)),
  header: new Option(
    '--header <name: value>',
    'send this header with every request, like "Authorization: Basic …"; repeat it for others. Reports do not contain it',
  )
    .default({} as Record<string, string>, 'none')
    .argParser(pairs(':', 'It must be "Name: value".')),
  reporter: new Option(
    '--reporter <name[=file]>',
    `a report, in a file or on standard output; repeat it for others: ${reporterNames.join(', ')}`,
  )
    .default([] as Target[], 'pretty')
    .argParser(collected(targetOf)),
  only: new Option(
    '--only <pattern>',
    'check these rules alone: an id, a pattern like graphql-* or a section; repeat it for others',
  )
    .default([] as string[], 'all rules')
    .argParser(collected(String)),
  skip: new Option(
    '--skip <pattern=reason>',
    'skip rules, named like those of --only; reports contain the reason; repeat it for others',
  )
    .default({} as Record<string, string>, 'none')
    .argParser(pairs('=', 'It must be pattern=reason; reports contain the reason.')),
  failOn: new Option('--fail-on <level>', 'the lowest level of a violated rule that fails the run')
    .choices(levels)
    .default('must' as const),
  fuzz: new Option(
    '--fuzz <number>',
    'send this many random requests after the rules, beyond --max-requests',
  ).argParser(wholeNumber(1, 100_000)),
  seed: new Option(
    '--seed <number>',
    'the start of the random requests of --fuzz: the same number sends the same requests',
  )
    .default(undefined, 'another one in each run')
    .argParser(wholeNumber(0, 2 ** 31 - 1)),
  maxRequests: new Option('--max-requests <number>', 'send at most this many requests')
    .default(defaults.maxRequests)
    .argParser(wholeNumber(1, 100_000)),
  concurrency: new Option('--concurrency <number>', 'requests at the same time')
    .default(defaults.concurrency)
    .argParser(wholeNumber(1, 50)),
  delay: new Option('--delay <time>', 'wait between two requests: 200ms')
    .default(0, '0')
    .argParser(duration(0)),
  timeout: new Option('--timeout <time>', 'end the run after this time: 90s, 2m; 90 means seconds')
    .default(defaults.timeout, '60s')
    .argParser(duration(1)),
  config: new Option('--config <file>', 'read options from this file').default(
    undefined,
    `${defaultFile}, if there is one`,
  ),
}

/** Collects `name=value`, or with another separator. */
function pairs(separator: string, mistake: string) {
  return (text: string, before: Record<string, string>): Record<string, string> => {
    const at = text.indexOf(separator)
    const [name, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
    if (at === -1 || name === '' || value === '') throw new InvalidArgumentError(mistake)
    return { ...before, [name]: value }
  }
}

/** Parses a number within bounds. */
function wholeNumber(minimum: number, maximum: number) {
  return (text: string): number => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= minimum && number <= maximum) return number
    throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`)
  }
}

const longestTime = 3_600_000

/** Milliseconds in a text like `30s`; a bare number is seconds. */
function duration(minimum: number) {
  return (text: string): number => {
    const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text) ?? []
    const milliseconds = Math.round(Number(number) * { ms: 1, s: 1000, m: 60_000 }[unit as 's'])
    if (milliseconds >= minimum && milliseconds <= longestTime) return milliseconds
    throw new InvalidArgumentError('It must be a time of at most an hour, like 500ms, 30s or 2m.')
  }
}

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { ContractError } from '../http/contract-error.ts'
import { isObject } from '../http/json.ts'
import { type Level, levelMeanings } from '../judging/rule.ts'
import type { Acceptance } from '../run/accept.ts'
import { defaults } from '../run/check-contract.ts'
import { reporterNames, type Target } from './reports.ts'

const defaultFile = 'photofeed-contract.config.json'

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
  accept: new Option(
    '--accept <rule=entry>',
    'accept a known deviation for a time: an object of JSON with reason, until and at, usually in the configuration file',
  )
    .default({} as Record<string, Acceptance>, 'none')
    .argParser(acceptance),
  failOn: new Option('--fail-on <level>', 'the lowest level of a violated rule that fails the run')
    .choices(Object.keys(levelMeanings) as Level[])
    .default('must' as const),
  maxRequests: new Option('--max-requests <number>', 'send at most this many requests')
    .default(undefined, `${defaults.maxRequests} for each key`)
    .argParser(wholeNumber(1, 100_000)),
  concurrency: new Option('--concurrency <number>', 'requests at the same time')
    .default(defaults.concurrency)
    .argParser(wholeNumber(1, 50)),
  delay: new Option('--delay <time>', 'wait between two requests: 200ms')
    .default(0, '0')
    .argParser(duration(0)),
  timeout: new Option(
    '--timeout <time>',
    'end the run after this time: 90s, 2m; a bare number is milliseconds',
  )
    .default(undefined, '60s, and 20s more for each key after the first')
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

/** Collects the entries of `accept`, whose texts are checked with the rules. */
function acceptance(text: string, before: Record<string, Acceptance>): Record<string, Acceptance> {
  const at = text.indexOf('=')
  try {
    return { ...before, [text.slice(0, at)]: JSON.parse(text.slice(at + 1)) }
  } catch {
    throw new InvalidArgumentError('It must be rule={"reason":…,"until":…,"at":…}.')
  }
}

function wholeNumber(minimum: number, maximum: number) {
  return (text: string): number => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= minimum && number <= maximum) return number
    throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`)
  }
}

const longestTime = 3_600_000

/** Milliseconds in a text like `30s`; a bare number is milliseconds. */
function duration(minimum: number) {
  return (text: string): number => {
    const [, number, unit = 'ms'] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text) ?? []
    const milliseconds = Math.round(Number(number) * { ms: 1, s: 1000, m: 60_000 }[unit as 's'])
    if (milliseconds >= minimum && milliseconds <= longestTime) return milliseconds
    throw new InvalidArgumentError('It must be a time of at most an hour, like 500ms, 30s or 2m.')
  }
}

interface Setting {
  option: string
  /** What the file has: one value, a list of texts, an object of texts, or one of objects. */
  form: 'value' | 'list' | 'object' | 'entries'
  /** Between the name and the text of an object's entry, as the option takes them. */
  separator?: string
}

/** The settings of a configuration file, each with the option of the command line that it is. */
const settings: Readonly<Record<string, Setting>> = {
  url: { option: '--url', form: 'value' },
  accounts: { option: '--account', form: 'object', separator: '=' },
  require: { option: '--require', form: 'list' },
  headers: { option: '--header', form: 'object', separator: ':' },
  reporters: { option: '--reporter', form: 'list' },
  only: { option: '--only', form: 'list' },
  skip: { option: '--skip', form: 'object', separator: '=' },
  accept: { option: '--accept', form: 'entries' },
  failOn: { option: '--fail-on', form: 'value' },
  maxRequests: { option: '--max-requests', form: 'value' },
  concurrency: { option: '--concurrency', form: 'value' },
  delay: { option: '--delay', form: 'value' },
  timeout: { option: '--timeout', form: 'value' },
}

const words: Record<Setting['form'], string> = {
  value: 'a text or a number',
  list: 'an array of texts',
  object: 'an object with texts',
  entries: 'an object with an object for each rule',
}

/**
 * Returns the settings of the configuration file as words of the command line, so that one parser checks both. Options
 * on the command line override those of the file. Paths start from the folder in which the command runs.
 *
 * @throws {ContractError} if the file cannot be read, or has an unknown or invalid setting.
 */
export async function configuredWords(argv: readonly string[], cwd: string): Promise<string[]> {
  const named = textOf(argv, '--config')
  const path = named === undefined ? join(cwd, defaultFile) : resolve(cwd, named)
  if (named === undefined && !existsSync(path)) return []
  const config = await read(path, relative(cwd, path))
  const typed = argv.map((word) => word.replace(/=.*/s, ''))
  const isTyped = (option: string) =>
    typed.includes(option) || (option === '--account' && typed.includes('--key'))
  return Object.entries(config).flatMap(([name, value]) => {
    const setting = settings[name] as Setting
    return isTyped(setting.option) ? [] : wordsOf(setting, value)
  })
}

/** The target in `junit=contract.xml`. @throws {InvalidArgumentError} if no reporter has the name. */
function targetOf(text: string): Target {
  const [, given = text, file = null] = /^([^=]*)=(.+)$/s.exec(text) ?? []
  const name = reporterNames.find((known) => known === given)
  if (name) return { name, file }
  throw new InvalidArgumentError(`The reporters are ${reporterNames.join(', ')}.`)
}

function textOf(argv: readonly string[], option: string): string | undefined {
  const index = argv.findIndex((word) => word === option || word.startsWith(`${option}=`))
  const word = argv[index]
  return word === option ? argv[index + 1] : word?.slice(option.length + 1)
}

async function read(path: string, file: string): Promise<Record<string, unknown>> {
  const fail = (problem: string): never => {
    throw new ContractError('usage', `${file} ${problem}`)
  }
  const text = await readFile(path, 'utf8').catch((error) =>
    fail(`cannot be read: ${error.message}`),
  )
  const config = parse(text, fail)
  if (!isObject(config)) return fail('must contain an object.')
  const { format = 1, ...rest } = config
  if (format !== 1)
    return fail(
      `has the format ${JSON.stringify(format)}, and this version reads 1. Update @photofeed/contract.`,
    )
  for (const [name, value] of Object.entries(rest)) {
    const setting = Object.hasOwn(settings, name) ? settings[name] : undefined
    if (!setting)
      return fail(`has no setting ${name}. The settings are ${Object.keys(settings).join(', ')}.`)
    if (!hasForm(setting, value))
      return fail(`has a wrong ${name}: it must be ${words[setting.form]}.`)
  }
  return rest
}

function parse(text: string, fail: (problem: string) => never): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return fail(`is not JSON: ${(error as Error).message}`)
  }
}

function hasForm({ form }: Setting, value: unknown): boolean {
  const isText = (one: unknown) => typeof one === 'string' || typeof one === 'number'
  if (form === 'list') return Array.isArray(value) && value.every(isText)
  if (form === 'object') return isObject(value) && Object.values(value).every(isText)
  if (form === 'entries') return isObject(value) && Object.values(value).every(isObject)
  return isText(value)
}

function wordsOf({ option, form, separator }: Setting, value: unknown): string[] {
  if (form === 'entries')
    return Object.entries(value as object).map(
      ([id, entry]) => `${option}=${id}=${JSON.stringify(entry)}`,
    )
  const texts =
    form === 'object'
      ? Object.entries(value as object).map(([name, text]) => `${name}${separator}${text}`)
      : [value].flat()
  return texts.map((text) => `${option}=${text}`)
}

import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { levels } from '../verdict/verdict.ts'
import { type ReporterName, reporters } from './reporters.ts'

/** The settings of a check; `compare` shares most of them. */
export const checkOptions = {
  key: new Option(
    '--key <apiKey>',
    "an account's API key; repeat it for other accounts, which let more rules be decided. Other users of this machine see command lines: better set PHOTOFEED_KEY, to one key or several between blanks or commas",
  )
    .default([] as string[], 'the keys in PHOTOFEED_KEY')
    .argParser((key, before: string[]) => [...before, key]),
  key2: new Option('--key2 <apiKey>', 'a key of the second deployment, when it has others')
    .default([] as string[], 'PHOTOFEED_KEY2, else the keys of the first')
    .argParser((key, before: string[]) => [...before, key]),
  reporter: new Option('--reporter <name>', 'the form of the report')
    .choices(Object.keys(reporters) as ReporterName[])
    .default('pretty' as const),
  json: new Option('--json', 'the same as --reporter json').default(false),
  output: new Option('--output <file>', 'write the report to a file, and a summary to stderr'),
  only: new Option('--only <ids...>', 'check these rules alone; name them behind the address'),
  skip: new Option('--skip <id=reason>', 'leave a rule out; repeat it for others')
    .default({} as Record<string, string>, 'none')
    .argParser(parseSkip),
  failOn: new Option('--fail-on <level>', 'the lowest level of a broken rule that fails the run')
    .choices(levels)
    .default('must' as const),
  baseline: new Option(
    '--baseline <file>',
    'a JSON report of an earlier run: what it found broken is known and does not fail this one',
  ),
  maxRequests: new Option('--max-requests <number>', 'send no more requests than these')
    .default(300)
    .argParser(parseMaxRequests),
  timeout: new Option('--timeout <seconds>', 'end the run after this time')
    .default(60)
    .argParser(parseTimeout),
}

function parseSkip(text: string, before: Record<string, string>): Record<string, string> {
  const [, id, reason] = /^([^=]+)=(.*\S.*)$/.exec(text) ?? []
  if (id && reason) return { ...before, [id]: reason.trim() }
  throw new InvalidArgumentError('It must be id=reason; the report tells the reason.')
}

function parseMaxRequests(text: string): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= 1 && number <= 100_000) return number
  throw new InvalidArgumentError('It must be a whole number from 1 to 100000.')
}

function parseTimeout(text: string): number {
  const seconds = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && seconds > 0 && seconds <= 3600) return seconds
  throw new InvalidArgumentError('It must be a number of seconds up to 3600.')
}

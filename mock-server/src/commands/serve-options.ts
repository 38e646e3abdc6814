import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { type Fault, parseFault } from '../faults.ts'
import { warningModes } from '../warnings/warner.ts'

/** The settings of the standalone mock. */
export const serveOptions = {
  host: new Option('--host <address>', 'the address to listen on').default('127.0.0.1'),
  port: new Option('--port <number>', 'the port to listen on; 0 takes a free one')
    .default(4500)
    .argParser(parsePort),
  latency: new Option(
    '--latency <milliseconds>',
    'wait before each answer: a time like 200, or two bounds like 100-400',
  )
    .default(0 as number | [number, number], 'none')
    .argParser(parseLatency),
  warnings: new Option('--warnings <mode>', 'what becomes of warnings about requests')
    .choices(warningModes)
    .default('warn' as const),
  baseUrl: new Option(
    '--base-url <url>',
    'the address that responses name, for a mock behind a proxy or in a container',
  ),
  fault: new Option(
    '--fault <scenario=fault...>',
    'a fault by name or settings: premium=slow, premium=status:503,retryAfter:2,times:1',
  )
    .default([] as [scenario: string, fault: Fault][], 'none')
    .argParser(collectFault),
  remoteControl: new Option(
    '--remote-control',
    'let every machine that reaches the port change scenarios and read the log',
  ).default(false),
  data: new Option(
    '--data <file>',
    'your own accounts: a JSON file, a module, or a recorded folder',
  ),
  open: new Option('--open', 'open the control page in a browser').default(false),
  json: new Option('--json', 'print one line of JSON when ready').default(false),
}

function collectFault(text: string, before: [scenario: string, fault: Fault][]) {
  const [scenario = '', fault] = text.split(/=(.*)/s)
  if (!scenario || !fault) {
    throw new InvalidArgumentError('It must be a scenario and a fault, like premium=slow.')
  }
  try {
    return [...before, [scenario, parseFault(fault)] as [string, Fault]]
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
}

function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65535) return port
  throw new InvalidArgumentError('It must be a whole number from 0 to 65535.')
}

const longest = 60_000

function parseLatency(text: string): number | [number, number] {
  const [low = Number.NaN, high = low, ...rest] = text.split('-').map(wholeNumber)
  if (low <= high && high <= longest && rest.length === 0)
    return text.includes('-') ? [low, high] : low
  throw new InvalidArgumentError(
    `It must be milliseconds up to ${longest}: one number, or two like 100-400.`,
  )
}

function wholeNumber(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}

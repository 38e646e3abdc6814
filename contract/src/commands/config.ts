import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ContractError } from '../http/contract-error.ts'
import type { Level } from '../judging/rule.ts'

/**
 * The default export of `photofeed-contract.config.ts`, `.mjs` or `.js`, or the content of `photofeed-contract.config.json`.
 * An option on the command line replaces that of the file. Paths start from the folder in which the command runs.
 *
 * @example
 * export default {
 *   url: 'https://staging.feed.example',
 *   accounts: { premium: process.env.PREMIUM_KEY ?? '', free: process.env.FREE_KEY ?? '' },
 *   reporters: ['github', 'junit=contract.xml'],
 *   skip: { 'rss-dates': 'fixed by the next release' },
 *   timeout: '90s',
 * } satisfies ContractConfig
 */
export interface ContractConfig {
  url?: string
  /** The API key of each account, by name. Better set in the environment: `PHOTOFEED_KEY_FREE` is the key of `free`. */
  accounts?: Readonly<Record<string, string>>
  /** Accounts and sections whose required rules must all be tested. */
  require?: readonly string[]
  /** Whether the run is undecided if a required rule passes only because the posts of the accounts could not show a mistake. */
  requireEvidence?: boolean
  headers?: Readonly<Record<string, string>>
  /** As `--reporter` takes them: `junit=contract.xml`. */
  reporters?: readonly string[]
  /** Ids, patterns like `graphql-*`, or sections. */
  only?: readonly string[]
  /** A reason for each id, pattern or section. */
  skip?: Readonly<Record<string, string>>
  failOn?: Level
  /** The file of known failures. */
  baseline?: string
  /** Random requests to send after the rules. */
  fuzz?: number
  /** Of `fuzz`: the same number sends the same requests. */
  seed?: number
  maxRequests?: number
  concurrency?: number
  /** Seconds, or a time like `200ms`. */
  delay?: number | string
  /** Seconds, or a time like `2m`. */
  timeout?: number | string
}

/** The option that each setting is, and what separates names from values. */
const settings: Readonly<Record<keyof ContractConfig, { option: string; separator?: string }>> = {
  url: { option: '--url' },
  accounts: { option: '--account', separator: '=' },
  require: { option: '--require' },
  requireEvidence: { option: '--require-evidence' },
  headers: { option: '--header', separator: ':' },
  reporters: { option: '--reporter' },
  only: { option: '--only' },
  skip: { option: '--skip', separator: '=' },
  failOn: { option: '--fail-on' },
  baseline: { option: '--baseline' },
  fuzz: { option: '--fuzz' },
  seed: { option: '--seed' },
  maxRequests: { option: '--max-requests' },
  concurrency: { option: '--concurrency' },
  delay: { option: '--delay' },
  timeout: { option: '--timeout' },
}

const defaultFiles = ['json', 'ts', 'mjs', 'js'].map((end) => `photofeed-contract.config.${end}`)

/**
 * The settings of the configuration file as words of the command line, so that one parser checks both; those that the
 * command line has itself are left out.
 *
 * @throws {ContractError} if the file cannot be read, or has a setting that does not exist.
 */
export async function configuredWords(argv: readonly string[], cwd: string): Promise<string[]> {
  const named = textOf(argv, '--config')
  const found = defaultFiles.map((file) => join(cwd, file)).find(existsSync)
  const path = named === undefined ? found : resolve(cwd, named)
  if (path === undefined) return []
  const config = await read(path, relative(cwd, path))
  const typed = argv.map((word) => word.replace(/=.*/s, ''))
  const isTyped = (option: string) =>
    typed.includes(option) || (option === '--account' && typed.includes('--key'))
  return Object.entries(config).flatMap(([name, value]) => {
    const { option, separator } = settings[name as keyof ContractConfig]
    return isTyped(option) ? [] : words(option, value, separator)
  })
}

function textOf(argv: readonly string[], option: string): string | undefined {
  const index = argv.findIndex((word) => word === option || word.startsWith(`${option}=`))
  const word = argv[index]
  return word === option ? argv[index + 1] : word?.slice(option.length + 1)
}

async function read(path: string, file: string): Promise<object> {
  const fail = (problem: string): never => {
    throw new ContractError('usage', `${file} ${problem}`)
  }
  const config: unknown = await load(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_UNKNOWN_FILE_EXTENSION')
      return fail('needs Node 22.18 or later. Rename it to .mjs, or use JSON.')
    return fail(`cannot be read: ${error.message}`)
  })
  if (!isObject(config)) return fail('must contain an object, or export one by default.')
  const names = Object.keys(settings)
  for (const [name, value] of Object.entries(config)) {
    if (!names.includes(name))
      return fail(`has no setting ${name}. The settings are ${names.join(', ')}.`)
    const { separator } = settings[name as keyof ContractConfig]
    const isList = ['require', 'reporters', 'only'].includes(name)
    const parts = isObject(value) ? Object.values(value) : [value].flat()
    const form = separator ? isObject(value) : isList === Array.isArray(value)
    const isFlag = name === 'requireEvidence'
    const isRight = isFlag
      ? typeof value === 'boolean'
      : form && parts.every((part) => typeof part === 'string' || typeof part === 'number')
    if (!isRight)
      return fail(
        `has a wrong ${name}: it must be ${separator ? 'an object with texts' : isList ? 'an array of texts' : isFlag ? 'true or false' : 'a text or a number'}.`,
      )
  }
  return config
}

async function load(path: string): Promise<unknown> {
  if (extname(path) === '.json') return JSON.parse(await readFile(path, 'utf8'))
  return (await import(pathToFileURL(path).href)).default
}

function words(option: string, value: unknown, separator: string | undefined): string[] {
  if (typeof value === 'boolean') return value ? [option] : []
  const values = isObject(value)
    ? Object.entries(value).map(([name, text]) => `${name}${separator}${text}`)
    : [value].flat()
  return values.map((text) => `${option}=${text}`)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

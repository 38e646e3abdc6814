import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { ContractError } from '../http/contract-error.ts'
import { isObject } from '../http/json.ts'

interface Setting {
  option: string
  /** What the file has: one value, a list of texts, or an object of texts. */
  form: 'value' | 'list' | 'object'
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
  failOn: { option: '--fail-on', form: 'value' },
  fuzz: { option: '--fuzz', form: 'value' },
  seed: { option: '--seed', form: 'value' },
  maxRequests: { option: '--max-requests', form: 'value' },
  concurrency: { option: '--concurrency', form: 'value' },
  delay: { option: '--delay', form: 'value' },
  timeout: { option: '--timeout', form: 'value' },
}

const words: Record<Setting['form'], string> = {
  value: 'a text or a number',
  list: 'an array of texts',
  object: 'an object with texts',
}

export const defaultFile = 'photofeed-contract.config.json'

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
  for (const [name, value] of Object.entries(config)) {
    const setting = Object.hasOwn(settings, name) ? settings[name] : undefined
    if (!setting)
      return fail(`has no setting ${name}. The settings are ${Object.keys(settings).join(', ')}.`)
    if (!hasForm(setting, value))
      return fail(`has a wrong ${name}: it must be ${words[setting.form]}.`)
  }
  return config
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
  return isText(value)
}

function wordsOf({ option, form, separator }: Setting, value: unknown): string[] {
  const texts =
    form === 'object'
      ? Object.entries(value as object).map(([name, text]) => `${name}${separator}${text}`)
      : [value].flat()
  return texts.map((text) => `${option}=${text}`)
}

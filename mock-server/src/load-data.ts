import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, extname, join, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseMediaPath, UserError } from '@photofeed/core'
import { placeOfJsonError } from '@photofeed/core/node'
import { account, type CompleteAccount } from './builders/account.ts'
import type { AccountInput } from './builders/inputs.ts'
import { endSentence } from './builders/validation.ts'
import { assertNodeVersion } from './node-version.ts'
import type { CustomFiles } from './responses/files.ts'

/** Custom accounts, and the bytes of their media. */
export interface LoadedData {
  accounts: CompleteAccount[]
  /** The bytes of a path below the media host, such as `/768/ID.webp`; null when the data has no such file. */
  media: CustomFiles
}

const feedFile = 'feed.json'

const readers: Record<string, (file: string) => Promise<unknown>> = {
  '.json': readJsonFile,
  '.js': loadModule,
  '.mjs': loadModule,
  '.cjs': loadModule,
  '.ts': loadModule,
  '.mts': loadModule,
}

/**
 * Loads accounts from a JSON file, from a JavaScript or TypeScript module, or from a folder that `record` wrote.
 * Their media are in the folder `media` beside the file.
 *
 * @example
 * const { accounts, media } = await loadData('./shop.json')
 * const mock = createMswMock({ accounts, media })
 *
 * @throws {UserError} one sentence that says what is wrong, where, and what to do
 */
export async function loadData(path: string): Promise<LoadedData> {
  assertNodeVersion()
  const file = await dataFile(path)
  const read = readers[extname(file).toLowerCase()]
  if (!read) {
    const known = Object.keys(readers).join(', ')
    throw new UserError(
      `${path} is neither a folder nor a file that accounts can be read from: its name must end in one of ${known}.`,
    )
  }
  return {
    accounts: readAccounts(await read(file), file),
    media: createMediaFolder(join(dirname(resolve(file)), 'media')),
  }
}

async function dataFile(path: string): Promise<string> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      error.code === 'ENOENT' || error.code === 'ENOTDIR'
        ? `${path} does not exist. Check the path given with --accounts.`
        : `${path} cannot be read (${error.code}). Check its permissions.`,
    )
  })
  if (!found.isDirectory()) return path
  const file = join(path, feedFile)
  const hasFeed = await stat(file).then(
    (inside) => inside.isFile(),
    () => false,
  )
  if (hasFeed) return file
  throw new UserError(
    `The folder ${path} contains no ${feedFile}. Name a folder that \`npx @photofeed/mock-server record\` has finished.`,
  )
}

/**
 * Reads `{ "accounts": [...] }`, a list of accounts, or one account.
 *
 * @throws {UserError} that starts with the file's name.
 */
function readAccounts(data: unknown, file: string): CompleteAccount[] {
  const inputs = inputsOf(data, file)
  if (inputs.length === 0)
    throw new UserError(`${file} contains no accounts. Put at least one in it.`)
  const accounts = inputs.map((input, index) => readAccount(input, index, file))
  checkUnique(accounts, 'scenario', file)
  checkUnique(accounts, 'apiKey', file)
  return accounts
}

function inputsOf(data: unknown, file: string): unknown[] {
  if (Array.isArray(data)) return data
  if (typeof data !== 'object' || data === null) {
    throw new UserError(`${file} must contain a list of accounts, or an object with "accounts".`)
  }
  if (!Object.hasOwn(data, 'accounts')) return [data]
  const { accounts, ...others } = data as { accounts: unknown }
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) {
    throw new UserError(
      `${file}: ${JSON.stringify(unknown)} is not a known field beside "accounts". Remove it.`,
    )
  }
  if (Array.isArray(accounts)) return accounts
  throw new UserError(`${file}: "accounts" must be a list.`)
}

function readAccount(input: unknown, index: number, file: string): CompleteAccount {
  try {
    return account(input as AccountInput)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    throw new UserError(`${file}, accounts[${index}]: ${error.message}`, { cause: error })
  }
}

function checkUnique(
  accounts: CompleteAccount[],
  field: 'scenario' | 'apiKey',
  file: string,
): void {
  const seen = new Map<string, number>()
  for (const [index, own] of accounts.entries()) {
    const before = seen.get(own[field])
    if (before !== undefined) {
      throw new UserError(
        `${file}: accounts[${before}] and accounts[${index}] have the same ${field}. Give one of them another.`,
      )
    }
    seen.set(own[field], index)
  }
}

/** Of a data file, and of each media file. */
const maximumMegabytes = 64
const maximumBytes = maximumMegabytes * 1024 * 1024

/**
 * Reads a JSON file.
 *
 * @throws {UserError} that names the file, and of what is not JSON the line and column.
 */
async function readJsonFile(file: string): Promise<unknown> {
  const text = await readText(file)
  if (text.trim() === '') throw new UserError(`${file} is empty. Put the accounts in it as JSON.`)
  try {
    return JSON.parse(text)
  } catch {
    const { line, column } = placeOfJsonError(text)
    throw new UserError(`${file} is not JSON: look at line ${line}, column ${column}.`)
  }
}

async function readText(file: string): Promise<string> {
  const unreadable = (error: NodeJS.ErrnoException): never => {
    throw new UserError(`${file} cannot be read (${error.code}). Check its permissions.`)
  }
  const found = await stat(file).catch(unreadable)
  if (!found.isFile()) throw new UserError(`${file} is not a file. Name a JSON file.`)
  if (found.size > maximumBytes) {
    throw new UserError(
      `${file} is larger than ${maximumMegabytes} MB. Put fewer posts or accounts in it.`,
    )
  }
  const bytes = await readFile(file).catch(unreadable)
  try {
    // This also drops a byte order mark, which JSON.parse rejects.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UserError(`${file} is not UTF-8 text. Save it as UTF-8.`)
  }
}

/**
 * Returns what a module exports by default or as `accounts`; calls it if it is a function.
 *
 * @throws {UserError} when the module cannot be loaded, throws, or has no such export.
 */
async function loadModule(file: string): Promise<unknown> {
  const module = await load(file)
  const exported = module.default ?? module.accounts
  if (exported === undefined) {
    throw new UserError(
      `${file} exports no accounts. Export them by default, or under the name accounts.`,
    )
  }
  return typeof exported === 'function' ? call(exported as () => unknown, file) : exported
}

async function load(file: string): Promise<{ default?: unknown; accounts?: unknown }> {
  try {
    return await import(pathToFileURL(resolve(file)).href)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_UNKNOWN_FILE_EXTENSION') {
      throw new UserError(
        `${file} is TypeScript, which this Node (${process.version}) does not run. Use a newer Node, or name a .js file.`,
      )
    }
    throw new UserError(`${file} cannot be loaded: ${reasonOf(error)}`, { cause: error })
  }
}

async function call(exported: () => unknown, file: string): Promise<unknown> {
  try {
    return await exported()
  } catch (error) {
    throw new UserError(`${file} failed while it made its accounts: ${reasonOf(error)}`, {
      cause: error,
    })
  }
}

/** Returns the message of an error as one sentence. */
function reasonOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  return endSentence(line.trim() || 'it threw something without a message')
}

/** Reads media from a folder, which need not exist; symbolic links to files outside are not followed. */
function createMediaFolder(folder: string): CustomFiles {
  return async (path) => {
    if (!parseMediaPath(path)) return null
    try {
      const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, path))])
      return file.startsWith(root + sep) ? await readMedia(file) : null
    } catch (error) {
      if (isAbsent(error)) return null
      throw error
    }
  }
}

async function readMedia(file: string): Promise<Uint8Array | null> {
  const found = await stat(file)
  return found.isFile() && found.size <= maximumBytes ? new Uint8Array(await readFile(file)) : null
}

function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}

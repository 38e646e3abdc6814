import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, extname, join, resolve, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseMediaPath, UserError } from '@photofeed/core'
import { placeOfJsonError } from '@photofeed/core/node'
import { account, type CompleteAccount } from '../builders/account.ts'
import type { AccountInput } from '../builders/inputs.ts'
import { endSentence } from '../builders/validation.ts'
import type { CustomFiles } from '../mock-options.ts'
import { assertNodeVersion } from '../node-version.ts'

/** Custom accounts, and the bytes of their media. */
export interface LoadedData {
  accounts: CompleteAccount[]
  /** The bytes of a path below the media host, such as `/768/ID.webp`; null when the data has no such file. */
  media: CustomFiles
}

/**
 * Loads accounts from a JSON file, from the default export of a module, or from a folder that `record` wrote: a list of
 * accounts, or one. Their media are in the folder `media` beside the file.
 *
 * @example
 * const { accounts, media } = await loadData('./shop.json')
 * const mock = createMock({ accounts, media })
 *
 * @throws {UserError} one sentence that says what is wrong, where, and what to do
 */
export async function loadData(path: string): Promise<LoadedData> {
  assertNodeVersion()
  const found = await stat(path).catch(failToRead(path))
  const file = found.isDirectory() ? join(path, 'feed.json') : path
  const isJson = extname(file).toLowerCase() === '.json'
  const data = isJson ? await readJsonFile(file) : await loadModule(file)
  const inputs: unknown[] = accountsOf(data, file)
  if (inputs.length === 0) {
    throw new UserError(`${file} contains no accounts. Put at least one in it.`)
  }
  return {
    accounts: inputs.map((input, index) => readAccount(input, index, file)),
    media: createMediaFolder(join(dirname(resolve(file)), 'media')),
  }
}

/** A list of accounts, one account, or what `record` writes: the number of the format, and a list. */
function accountsOf(data: unknown, file: string): unknown[] {
  if (Array.isArray(data)) return data
  const { format, accounts } = Object(data) as { format?: unknown; accounts?: unknown }
  if (format === undefined) return [data]
  if (format === 1 && Array.isArray(accounts)) return accounts
  throw new UserError(
    format === 1
      ? `${file} has no list of accounts. Record it again.`
      : `${file} has the format ${JSON.stringify(format)}, and this version reads 1. Update @photofeed/mock-server.`,
  )
}

function failToRead(path: string) {
  return (error: NodeJS.ErrnoException): never => {
    throw new UserError(
      isAbsent(error)
        ? `${path} does not exist. Check the path given with --accounts.`
        : `${path} cannot be read (${error.code}). Check its permissions.`,
    )
  }
}

function readAccount(input: unknown, index: number, file: string): CompleteAccount {
  try {
    return account(input as AccountInput)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    throw new UserError(`${file}, accounts[${index}]: ${error.message}`, { cause: error })
  }
}

/** @throws {UserError} that names the file, and of what is not JSON the line and column */
async function readJsonFile(file: string): Promise<unknown> {
  // `JSON.parse` rejects a byte order mark.
  const text = (await readFile(file, 'utf8').catch(failToRead(file))).replace(/^\ufeff/, '')
  try {
    return JSON.parse(text)
  } catch {
    const { line, column } = placeOfJsonError(text)
    throw new UserError(`${file} is not JSON: look at line ${line}, column ${column}.`)
  }
}

/** @throws {UserError} when the module cannot be loaded, or exports nothing by default */
async function loadModule(file: string): Promise<unknown> {
  const module = await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
    if (Object(error).code === 'ERR_UNKNOWN_FILE_EXTENSION') {
      throw new UserError(
        `${file} is neither JSON nor a module that this Node (${process.version}) runs. Name a .json, .js or .mjs file.`,
      )
    }
    const [line = ''] = String(Object(error).message ?? error).split('\n')
    throw new UserError(`${file} cannot be loaded: ${endSentence(line.trim())}`, { cause: error })
  })
  if (module.default !== undefined) return module.default
  throw new UserError(`${file} exports no accounts. Export them by default.`)
}

/** Reads media from a folder, which need not exist; symbolic links to files outside are not followed. */
function createMediaFolder(folder: string): CustomFiles {
  return async (path) => {
    if (!parseMediaPath(path)) return null
    try {
      const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, path))])
      return file.startsWith(root + sep) ? new Uint8Array(await readFile(file)) : null
    } catch (error) {
      if (isAbsent(error)) return null
      throw error
    }
  }
}

function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR'
}

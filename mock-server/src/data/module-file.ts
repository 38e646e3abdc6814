import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UserError } from '@photofeed/core/node'

/**
 * What a module exports by default or as `accounts`; a function is called for it.
 *
 * @throws {UserError} when the module cannot be loaded, throws, or has no such export.
 */
export async function loadModule(file: string): Promise<unknown> {
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

/** One line that ends with a full stop. */
function reasonOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  const reason = line.trim() || 'it threw something without a message'
  return /[.?!]$/.test(reason) ? reason : `${reason}.`
}

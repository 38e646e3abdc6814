import { stat } from 'node:fs/promises'
import { dirname, extname, join, resolve } from 'node:path'
import { UserError } from '@photofeed/core/node'
import type { OwnAccount } from '../builders/index.ts'
import { readJsonFile } from './json-file.ts'
import { createMediaFolder, type MediaFolder } from './media-folder.ts'
import { loadModule } from './module-file.ts'
import { readAccounts } from './read-accounts.ts'

/** Accounts of one's own, and the bytes of their media. */
export interface LoadedData {
  accounts: OwnAccount[]
  /** The bytes of a path below the media host, such as `/768/ID.webp`; null when the data has no such file. */
  media: MediaFolder
}

const feedFile = 'feed.json'
const mediaFolder = 'media'

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
 * Their media lie in the folder `media` beside the file.
 *
 * @example
 * const { accounts, media } = await loadData('./shop.json')
 * const mock = createMockFeed({ accounts, media })
 *
 * @throws {UserError} one sentence that says what is wrong, where, and what to do.
 */
export async function loadData(path: string): Promise<LoadedData> {
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
    media: createMediaFolder(join(dirname(resolve(file)), mediaFolder)),
  }
}

async function dataFile(path: string): Promise<string> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      error.code === 'ENOENT' || error.code === 'ENOTDIR'
        ? `${path} does not exist. Check the path given with --data.`
        : `${path} cannot be read (${error.code}). Check its rights.`,
    )
  })
  if (!found.isDirectory()) return path
  const file = join(path, feedFile)
  const holdsFeed = await stat(file).then(
    (inside) => inside.isFile(),
    () => false,
  )
  if (holdsFeed) return file
  throw new UserError(
    `The folder ${path} holds no ${feedFile}. Name a folder that \`npx @photofeed/mock-server record\` has finished.`,
  )
}

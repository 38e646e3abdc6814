import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { posix, resolve, sep, win32 } from 'node:path'
import { fileLimits } from '../media/file-rules.ts'
import { MediaUnavailable } from './media-unavailable.ts'

/** Reads a media file below a folder, where links may not lead out of it; throws MediaUnavailable. */
export async function* readLocalFile(path: string, folder: string): AsyncGenerator<Uint8Array> {
  if (posix.isAbsolute(path) || win32.isAbsolute(path))
    throw new MediaUnavailable('an absolute path')
  const file = await existing(resolve(folder, path))
  if (!file.startsWith((await realpath(folder)) + sep)) {
    throw new MediaUnavailable('outside the folder')
  }
  const found = await stat(file)
  // Reading a pipe or a device might never end.
  if (!found.isFile()) throw new MediaUnavailable('not a file')
  if (found.size > fileLimits.videoBytes) throw new MediaUnavailable('too large')
  try {
    yield* createReadStream(file)
  } catch (cause) {
    throw new MediaUnavailable('not readable', { cause })
  }
}

async function existing(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (cause) {
    throw new MediaUnavailable('not there', { cause })
  }
}

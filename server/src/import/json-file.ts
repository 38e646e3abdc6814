import { readFile, stat } from 'node:fs/promises'
import { placeOfJsonError } from '@photofeed/core/node'
import { ImportError } from './import-error.ts'

const maximumBytes = 32 * 1024 * 1024

/** Reads a JSON file; what is wrong with it becomes an ImportError that starts with its name. */
export async function readJsonFile(file: string): Promise<unknown> {
  const text = await readText(file)
  try {
    return JSON.parse(text)
  } catch {
    const { line, column } = placeOfJsonError(text)
    throw new ImportError(`${file}: not JSON (line ${line}, column ${column})`)
  }
}

async function readText(file: string): Promise<string> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new ImportError(
      error.code === 'ENOENT' ? `${file}: no such file` : `${file}: not readable (${error.code})`,
    )
  })
  if (!found.isFile()) throw new ImportError(`${file}: not a file`)
  if (found.size > maximumBytes) {
    throw new ImportError(`${file}: larger than ${maximumBytes / 1024 / 1024} MiB`)
  }
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new ImportError(`${file}: not readable (${error.code})`)
  })
  try {
    // This also drops a byte order mark, which JSON.parse would refuse.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ImportError(`${file}: not UTF-8 text`)
  }
}

import { readFile, stat } from 'node:fs/promises'
import { placeOfJsonError, UserError } from '@photofeed/core/node'

const maximumMegabytes = 64

/**
 * Reads a JSON file.
 *
 * @throws {UserError} that names the file, and of what is not JSON the line and column.
 */
export async function readJsonFile(file: string): Promise<unknown> {
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
    throw new UserError(`${file} cannot be read (${error.code}). Check its rights.`)
  }
  const found = await stat(file).catch(unreadable)
  if (!found.isFile()) throw new UserError(`${file} is not a file. Name a JSON file.`)
  if (found.size > maximumMegabytes * 1024 * 1024) {
    throw new UserError(
      `${file} is larger than ${maximumMegabytes} MB. Put fewer posts or accounts in it.`,
    )
  }
  const bytes = await readFile(file).catch(unreadable)
  try {
    // This also drops a byte order mark, which JSON.parse would refuse.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UserError(`${file} is not UTF-8 text. Save it as UTF-8.`)
  }
}

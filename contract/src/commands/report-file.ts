import { access, constants, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { ContractError } from '../http/contract-error.ts'

/** @throws {ContractError} when the file cannot be written; told before the run, not after it. */
export async function assertWritable(file: string): Promise<void> {
  const folder = dirname(resolve(file))
  await access(folder, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw new ContractError('usage', `No file can be written in ${folder} (${error.code}).`)
  })
  const isFolder = await stat(file).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  if (isFolder) throw new ContractError('usage', `${file} is a folder. Name a file with --output.`)
}

/** Writes the whole file or leaves what was there: nobody ever reads half a report. */
export async function writeReport(file: string, text: string): Promise<void> {
  const path = resolve(file)
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}`)
  try {
    await writeFile(draft, text)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UserError } from '@photofeed/core'

/** Creates a folder, or uses an empty one. Throws a UserError when it contains anything. */
export async function claimFolder(folder: string): Promise<void> {
  await explainErrors(folder, mkdir(folder, { recursive: true }))
  const [other] = await explainErrors(folder, readdir(folder))
  if (other === undefined) return
  throw new UserError(
    `The folder ${folder} contains other files, such as ${other}. Choose a new or an empty one with --out.`,
  )
}

/** Writes a file of a folder. Never replaces one. */
export async function writeNewFile(folder: string, name: string, data: string | Uint8Array) {
  const file = join(folder, name)
  await explainErrors(folder, mkdir(dirname(file), { recursive: true }))
  await explainErrors(folder, writeFile(file, data, { flag: 'wx' }))
}

function explainErrors<T>(folder: string, operation: Promise<T>): Promise<T> {
  return operation.catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      `The folder ${folder} cannot be used (${error.code}). Check its permissions and the space on the disk, or choose another with --out.`,
    )
  })
}

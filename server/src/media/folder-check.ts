import { access, constants, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Returns what keeps files from being created in a folder, which may be missing with those above it; null if nothing does. */
export async function blockerOf(folder: string): Promise<string | null> {
  try {
    if (!(await stat(folder)).isDirectory()) return folder
    await access(folder, constants.W_OK)
    return null
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const above = dirname(folder)
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR'
    return isMissing && above !== folder ? blockerOf(above) : folder
  }
}

import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** How the names of files end that are still being written. */
export const unfinished = '.tmp'

/** Writes a file so that nobody ever sees half of it, not even after a power cut. */
export async function writeFileAtomically(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}${unfinished}`
  await mkdir(dirname(path), { recursive: true })
  try {
    await writeFile(draft, bytes, { flush: true })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

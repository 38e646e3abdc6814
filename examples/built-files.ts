import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { userEnvironment } from './user-environment.ts'

const vite = fileURLToPath(new URL('../node_modules/vite/bin/vite.js', import.meta.url))

export interface BuiltFiles {
  folder: string
  /** Paths in the folder, sorted. */
  files: string[]
}

/** The example of this folder as `vite build` makes it, until the test ends. */
export async function builtFiles(example: string): Promise<BuiltFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'photofeed-example-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--logLevel', 'error', '--outDir', folder, '--emptyOutDir'],
    { cwd: fileURLToPath(new URL(example, import.meta.url)), env: userEnvironment() },
  )
  return { folder, files: await filesIn(folder) }
}

/** The paths of the files in a folder and those below, sorted. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
}

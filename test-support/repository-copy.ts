import { cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tempFolder } from './temp-folder.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const skipped = new Set(['.cache', '.git', '.photofeed', 'dist', 'node_modules', 'reports'])

/** Returns a copy of the repository whose packages import each other; what is installed is linked. Deleted with the test. */
export async function copyRepository(): Promise<string> {
  const copy = await tempFolder()
  await cp(root, copy, { recursive: true, filter: (path) => !skipped.has(basename(path)) })
  const installed = join(root, 'node_modules')
  await mkdir(join(copy, 'node_modules'))
  for (const name of await readdir(installed)) {
    if (name !== '@photofeed')
      await symlink(join(installed, name), join(copy, 'node_modules', name))
  }
  // These links are relative, so those of the copy lead to its packages.
  const packages = join(copy, 'node_modules/@photofeed')
  await cp(join(installed, '@photofeed'), packages, { recursive: true, verbatimSymlinks: true })
  const linked = ['contract', 'mock-server', 'server'].map((name) => `${name}/node_modules`)
  for (const path of ['sdk/dist', 'element/dist', ...linked])
    await symlink(join(root, path), join(copy, path))
  return copy
}

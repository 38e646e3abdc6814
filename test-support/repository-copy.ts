import { cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** What nothing in a copy reads, and what is linked. */
const skipped = /(^|[/\\])(\.git|\.photofeed|\.stryker|node_modules|reports|docs[/\\]dist)$/

/** Copies the repository, with its builds, into an empty folder. Packages of the copy import each other; what is installed is linked. */
export async function copyRepository(copy: string): Promise<void> {
  const filter = (path: string) => !skipped.test(relative(root, path))
  // Builds of the copy are as new as ours.
  await cp(root, copy, { recursive: true, preserveTimestamps: true, filter })
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
  for (const path of linked) await symlink(join(root, path), join(copy, path))
}

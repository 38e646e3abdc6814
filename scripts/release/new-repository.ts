import { execFileSync } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../packages.ts'

/** Copies what git does not ignore, uncommitted changes included, into a folder, and commits it there to a new repository. */
export async function createRepository(folder: string): Promise<void> {
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0')
  for (const file of new Set(files.filter(Boolean))) {
    const source = fileURLToPath(new URL(encodeURI(file), root))
    await cp(source, join(folder, file)).catch((error) => {
      // A deleted file is listed until the deletion is committed.
      if (error.code !== 'ENOENT') throw error
    })
  }
  const identity = ['-c', 'user.name=photofeed', '-c', 'user.email=copy@photofeed.invalid']
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: folder })
  execFileSync('git', ['add', '-A'], { cwd: folder })
  execFileSync('git', [...identity, 'commit', '-q', '-m', 'Copy'], { cwd: folder })
}

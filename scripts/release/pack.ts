// Builds the packages and packs them into dist/, and prints the command that installs them in another folder: `npm run pack`.
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageFolders, readManifest, root, tarballName } from '../packages.ts'

const target = fileURLToPath(new URL('dist/', root))
const workspaces = packageFolders.flatMap((folder) => ['--workspace', folder])

/** Runs npm in the repository. Its output is not ours: standard output is the command alone. */
function npm(...args: string[]): void {
  const stdio = ['ignore', 2, 2] as const
  execFileSync('npm', args, { cwd: root, stdio: [...stdio], shell: process.platform === 'win32' })
}

mkdirSync(target, { recursive: true })
// The release tests what a clean machine has packed.
if (!process.env.TEST_PACKED) {
  npm('run', 'build', ...workspaces)
  npm('pack', '--pack-destination', 'dist', ...workspaces)
}
const tarballs = packageFolders.map((folder) => join(target, tarballName(readManifest(folder))))
console.log(`npm install ${tarballs.map((path) => JSON.stringify(path)).join(' ')}`)

// Publishes the packed packages of a folder to npm, and tags the commit for users of the GitHub Action:
// node scripts/release/publish.ts <folder>
// v1.2.3 never moves, and v1 moves with each release. A failed release is run again: what is published or tagged is skipped.
// The job that runs this may publish, so it installs nothing: this imports Node and our own files only.
import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { packageFolders, readManifest, tarballName } from '../packages.ts'

const folder = resolve(process.argv[2] ?? '.')
for (const manifest of packageFolders.map(readManifest)) {
  const version = `${manifest.name}@${manifest.version}`
  if (isPublished(version)) console.log(`${version} is on npm already.`)
  else run('npm', 'publish', join(folder, tarballName(manifest)))
}

const { version } = readManifest('contract')
const exact = `refs/tags/v${version}`
const [tagged] = read('git', 'ls-remote', 'origin', exact).split('\t')
if (!tagged) run('git', 'push', 'origin', `HEAD:${exact}`)
if (!tagged || tagged === read('git', 'rev-parse', 'HEAD').trim()) {
  run('git', 'push', '--force', 'origin', `HEAD:refs/tags/v${version.split('.')[0]}`)
} else {
  console.log(`v${version} was released from ${tagged}: its tags stay there.`)
}

function isPublished(version: string): boolean {
  try {
    // Not from npm's cache, which may remember that there was no such version.
    return read('npm', 'view', '--prefer-online', version, 'version').trim() !== ''
  } catch {
    return false
  }
}

function read(command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

function run(command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { stdio: 'inherit' })
}

// Tags the commit of a release for users of the GitHub Action: v1.2.3, which never moves, and v1, which moves with each release.
// A failed release is run again, so this looks up on npm and the remote what is done already.
import { execFileSync } from 'node:child_process'
import { readManifest } from '../packages.ts'
import { isOnNpm } from './published.ts'

const { name, version } = readManifest('contract')
const exact = `refs/tags/v${version}`
const major = `refs/tags/v${version.split('.')[0]}`

if (!(await isOnNpm(name, version))) {
  console.error(`${name} ${version} is not on npm, so no tag was set. Publish it first.`)
  process.exit(1)
}
const head = readGit('rev-parse', 'HEAD')
const [tagged = ''] = readGit('ls-remote', 'origin', exact).split('\t')
if (tagged === '') execFileSync('git', ['push', 'origin', `HEAD:${exact}`], { stdio: 'inherit' })
if (tagged === '' || tagged === head) {
  execFileSync('git', ['push', '--force', 'origin', `HEAD:${major}`], { stdio: 'inherit' })
} else {
  console.log(`${name} ${version} was released from ${tagged}: its tags stay there.`)
}

function readGit(...args: readonly string[]): string {
  const stdio = ['ignore', 'pipe', 'inherit'] as const
  return execFileSync('git', args, { encoding: 'utf8', stdio: [...stdio] }).trim()
}

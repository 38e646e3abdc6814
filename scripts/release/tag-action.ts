// Tags the commit of a release for users of the GitHub Action: v1.2.3, which never moves, and v1, which moves with each release.
// A failed release is run again, so this looks up on npm and the remote what is done already.
import { execFileSync } from 'node:child_process'
import { readManifest } from '../packages.ts'

const { name, version } = readManifest('contract')
const exact = `refs/tags/v${version}`
const major = `refs/tags/v${version.split('.')[0]}`

const published = read('npm', 'view', `${name}@${version}`, 'version')
if (published !== version) {
  console.error(`${name} ${version} is not on npm, so no tag was set. Publish it first.`)
  process.exit(1)
}
const head = read('git', 'rev-parse', 'HEAD')
const [tagged = ''] = read('git', 'ls-remote', 'origin', exact).split('\t')
if (tagged === '') execFileSync('git', ['push', 'origin', `HEAD:${exact}`], { stdio: 'inherit' })
if (tagged === '' || tagged === head) {
  execFileSync('git', ['push', '--force', 'origin', `HEAD:${major}`], { stdio: 'inherit' })
} else {
  console.log(`${name} ${version} was released from ${tagged}: its tags stay there.`)
}

function read(command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  }).trim()
}

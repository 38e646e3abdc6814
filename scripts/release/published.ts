import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** The registry shows a new version to readers some time after it was published. */
const waitMs = 5 * 60_000

/**
 * Waits until npm installs a version.
 *
 * @returns whether it does
 */
export async function isOnNpm(name: string, version: string): Promise<boolean> {
  for (const end = Date.now() + waitMs; ; await sleep(10_000)) {
    if (viewVersion(`${name}@${version}`) === version) return true
    if (Date.now() > end) return false
  }
}

function viewVersion(specifier: string): string {
  try {
    // Not from npm's cache, which may remember that there was no such version.
    return execFileSync('npm', ['view', '--prefer-online', specifier, 'version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: process.platform === 'win32',
    }).trim()
  } catch {
    return ''
  }
}

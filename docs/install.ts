// Installs the packages of the site, 280 MB that nothing else needs, if they are missing or older than their list.
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'

function modified(path: string): number {
  const file = new URL(path, import.meta.url)
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

if (modified('package-lock.json') > modified('node_modules/.package-lock.json'))
  execFileSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
    // On Windows npm is a script.
    shell: process.platform === 'win32',
  })

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Installs packages into a folder. What was fetched for this repository is not fetched again, nor asked for anew. */
export async function npmInstall(folder: string, ...packages: readonly string[]): Promise<void> {
  const options = ['--prefer-offline', '--no-audit', '--no-fund']
  await promisify(execFile)('npm', ['install', ...options, ...packages], { cwd: folder })
}

/** A package in the version that this repository has: what comes out next year is not what is tested. */
export async function pinned(name: string): Promise<string> {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url)
  return `${name}@${JSON.parse(await readFile(file, 'utf8')).version}`
}

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Installs packages into a folder, from npm's cache if they are there. */
export async function npmInstall(folder: string, ...packages: readonly string[]): Promise<void> {
  const options = ['--prefer-offline', '--no-audit', '--no-fund']
  await promisify(execFile)('npm', ['install', ...options, ...packages], { cwd: folder })
}

/** Arguments of npx that run Are the types wrong? Few tests need it, and it is 33 MB, so it is not installed with the repository. */
export const attw = ['--yes', '--prefer-offline', '@arethetypeswrong/cli@0.18.5']

/** A package in the version that this repository has, so that a later one changes no test. */
export async function pinned(name: string): Promise<string> {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url)
  return `${name}@${JSON.parse(await readFile(file, 'utf8')).version}`
}

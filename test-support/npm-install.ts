import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Installs packages into a folder, from npm's cache if they are there. */
export async function npmInstall(folder: string, ...packages: readonly string[]): Promise<void> {
  const options = ['--prefer-offline', '--no-audit', '--no-fund']
  await promisify(execFile)('npm', ['install', ...options, ...packages], { cwd: folder })
}

/** Installs packages that only long tests need, once, and returns their folder. */
export async function installOnce(name: string, ...packages: readonly string[]): Promise<string> {
  const folder = fileURLToPath(new URL(`../.cache/${name}/`, import.meta.url))
  const list = join(folder, 'installed.txt')
  if ((await readFile(list, 'utf8').catch(() => '')) === packages.join(' ')) return folder
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await npmInstall(folder, ...packages)
  await writeFile(list, packages.join(' '))
  return folder
}

/** Arguments of npx that run Are the types wrong? Few tests need it, and it is 33 MB, so it is not installed with the repository. */
export const attw = ['--yes', '--prefer-offline', '@arethetypeswrong/cli@0.18.5']

/** A package in the version that this repository has, so that a later one changes no test. */
export async function pinned(name: string): Promise<string> {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url)
  return `${name}@${JSON.parse(await readFile(file, 'utf8')).version}`
}

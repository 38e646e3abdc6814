import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Where a command is; undefined when it is nowhere on the PATH. */
export function pathOf(command: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, command)).find((path) => existsSync(path))
}

/**
 * Returns the path of a command, whose Debian package is installed if it is missing. Debian has servers in sbin, which
 * is on the PATH of root alone.
 */
export async function debianCommand(name: string, packageName = name): Promise<string> {
  const find = () => pathOf(name) ?? pathOf(`../sbin/${name}`)
  const path = find() ?? ((await installPackage(packageName)) ? find() : undefined)
  if (path) return path
  throw new Error(`This test needs ${name}: apt-get install ${packageName}`)
}

/** Installs a package where that is possible, which is as root on Debian; whether it was. */
export async function installPackage(name: string): Promise<boolean> {
  if (process.getuid?.() !== 0 || pathOf('apt-get') === undefined) return false
  return (
    (await run('apt-get', 'update')) &&
    (await run('apt-get', 'install', '-y', '--no-install-recommends', name))
  )
}

/** Runs an installer with its output on standard error; whether it succeeded. */
export function run(command: string, ...args: readonly string[]): Promise<boolean> {
  console.error(`The tests need something that is not here: ${[command, ...args].join(' ')}`)
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}

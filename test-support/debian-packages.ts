import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/** Where a command is; undefined when it is nowhere on the PATH. */
export function pathOf(command: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, command)).find((path) => existsSync(path))
}

/**
 * Returns the path of a command, whose Debian packages are installed if it is missing. Debian has servers in sbin, which
 * is on the PATH of root alone.
 */
export async function debianCommand(name: string, packages = name): Promise<string> {
  const find = () => pathOf(name) ?? pathOf(`../sbin/${name}`)
  const path = find() ?? ((await installPackages(packages)) ? find() : undefined)
  if (path) return path
  throw new Error(`This test needs ${name}: apt-get install ${packages}`)
}

/** Installs packages of Debian or Ubuntu, as root or through sudo without a password. Returns whether it succeeded. */
export async function installPackages(names: string): Promise<boolean> {
  const prefix = rootPrefix()
  if (prefix === null || pathOf('apt-get') === undefined) return false
  const install = `apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ${names}`
  // Test files run in several processes, and apt-get fails while another one runs.
  const lock = join(tmpdir(), 'photofeed-apt-get.lock')
  const [command = '', ...args] = [...prefix, 'flock', lock, 'sh', '-c', install]
  return run(command, ...args)
}

/** What comes before a command that needs root: nothing for root, sudo if it needs no password, otherwise null. */
export function rootPrefix(): readonly string[] | null {
  if (process.getuid?.() === 0) return []
  const sudo = ['sudo', '--non-interactive']
  return spawnSync('sudo', ['--non-interactive', 'true']).status === 0 ? sudo : null
}

/** Runs an installer with its output on standard error; whether it succeeded. */
export function run(command: string, ...args: readonly string[]): Promise<boolean> {
  console.error(`The tests need something that is not here: ${[command, ...args].join(' ')}`)
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 2, 2] })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** As root in a container: no sandbox, and nothing that talks to the network by itself. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The path of a Chromium or Chrome. Installs one when there is none, and says so on standard error. */
export async function findChromium(): Promise<string> {
  const named = process.env.CHROMIUM_PATH
  if (named !== undefined && named !== '') {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`)
  }
  const path = installedChromium() ?? (await installChromium())
  if (path !== undefined) return path
  throw new Error(
    'The browser tests need Chromium or Chrome, none was found and none could be installed: ' +
      'install one, or name it in CHROMIUM_PATH.',
  )
}

/** A headless browser; the caller closes it. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), headless: true, args: flags })
}

function installedChromium() {
  return [...commands.map(pathOf), chromium.executablePath()].find(
    (path) => path !== undefined && existsSync(path),
  )
}

function pathOf(command: string) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, command)).find((path) => existsSync(path))
}

async function installChromium() {
  const debianAsRoot = process.getuid?.() === 0 && pathOf('apt-get') !== undefined
  if (debianAsRoot && (await run('apt-get', 'update'))) {
    await run('apt-get', 'install', '-y', '--no-install-recommends', 'chromium')
  } else {
    await run('npx', 'playwright-core', 'install', 'chromium')
  }
  return installedChromium()
}

/** Runs an installer with its output on standard error; whether it succeeded. */
function run(command: string, ...args: readonly string[]) {
  console.error(`No Chromium or Chrome found: running ${[command, ...args].join(' ')}`)
  return new Promise<boolean>((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}

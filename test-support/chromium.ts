import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { installPackages, pathOf, run } from './debian-packages.ts'

/** The shell has no windows, which take more than half of the processor time of a page. */
const shell = 'chromium-headless-shell'
const commands = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

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

/** Starts a headless browser. The caller closes it. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(),
    headless: true,
    args: flags,
    // Visitors have scroll bars, which take room.
    ignoreDefaultArgs: ['--hide-scrollbars'],
  })
}

function installedChromium() {
  return [...commands.map(pathOf), chromium.executablePath()].find(
    (path) => path !== undefined && existsSync(path),
  )
}

async function installChromium() {
  if (!(await installPackages(shell)) && !(await installPackages('chromium')))
    await run('npx', 'playwright-core', 'install', 'chromium')
  return installedChromium()
}

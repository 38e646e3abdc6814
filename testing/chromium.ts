import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { installPackage, pathOf, run } from './debian-packages.ts'

/** The shell has no windows, which take more than half of the processor time of a page. */
const shell = 'chromium-headless-shell'
const commands = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Names the environment variable with the addresses of the shared browsers. */
const sharedBrowsers = 'SHARED_CHROMIUM'

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

/**
 * Returns a headless browser; the caller closes it. In a test run it is a connection to the browser that the test files
 * of a worker share, and closing it closes the pages that were opened through it.
 */
export async function launchChromium(): Promise<Browser> {
  const shared = process.env[sharedBrowsers]?.split(' ')
  const address = shared?.[Number(process.env.VITEST_POOL_ID) % shared.length]
  return address ? chromium.connect(address) : chromium.launch(await options())
}

/** Starts a browser for each worker, because pages of one share its clipboard; returns a function that closes them. */
export async function shareChromium(workers: number): Promise<() => Promise<void>> {
  const launch = await options()
  const servers = await Promise.all(
    Array.from({ length: workers }, () => chromium.launchServer(launch)),
  )
  process.env[sharedBrowsers] = servers.map((server) => server.wsEndpoint()).join(' ')
  return async () => void (await Promise.all(servers.map((server) => server.close())))
}

async function options() {
  return { executablePath: await findChromium(), headless: true, args: flags }
}

function installedChromium() {
  return [...commands.map(pathOf), chromium.executablePath()].find(
    (path) => path !== undefined && existsSync(path),
  )
}

async function installChromium() {
  if (!(await installPackage(shell)) && !(await installPackage('chromium')))
    await run('npx', 'playwright-core', 'install', 'chromium')
  return installedChromium()
}

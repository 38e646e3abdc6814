import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { userEnvironment } from '../examples/test/example.ts'
import { npmInstall } from './npm-install.ts'
import { launch, run } from './processes.ts'

const startTimeout = 120_000
const commandTimeout = 400_000

/** No telemetry, no questions, and no request to Cloudflare for a sample of its data. */
const quiet = {
  CI: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  WRANGLER_SEND_METRICS: 'false',
}

/** A server that ends with its test, or with `stop`. */
export interface AppServer {
  url: string
  output: () => string
  stop(): Promise<void>
}

/** A copy of an app outside the repository, installed with packed packages. */
export interface InstalledApp {
  folder: string
  /** Runs an npm script to its end and returns its output without colors. */
  run(script: string, ...args: string[]): Promise<string>
  /** Starts an npm script as a server, PORT in its arguments being a free port, and waits until it responds. */
  serve(script: string, ...args: string[]): Promise<AppServer>
}

/** Packs packages of this repository; `install` copies and installs an app until its test ends. */
export async function packPackages(...names: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'photofeed-apps-'))
  const tarballs: Record<string, string> = {}
  for (const name of names) {
    const cwd = fileURLToPath(new URL(`../${name}`, import.meta.url))
    await run('npm', ['pack', '--pack-destination', folder], { cwd })
    const file = (await readdir(folder)).find((file) => file.startsWith(`photofeed-${name}-`))
    tarballs[`@photofeed/${name}`] = join(folder, file ?? '')
  }
  return {
    remove: () => rm(folder, { recursive: true, force: true }),
    async install(source: string, settings: NodeJS.ProcessEnv): Promise<InstalledApp> {
      const app = join(folder, basename(source))
      onTestFinished(() => rm(app, { recursive: true, force: true }))
      await cp(source, app, { recursive: true })
      const { dependencies, devDependencies } = JSON.parse(
        await readFile(join(app, 'package.json'), 'utf8'),
      )
      const ours = new Set(Object.keys({ ...dependencies, ...devDependencies }))
      // The element depends on it.
      if (ours.has('@photofeed/element')) ours.add('@photofeed/sdk')
      await npmInstall(app, ...[...ours].flatMap((name) => tarballs[name] ?? []))
      return installedApp(app, { ...userEnvironment(), ...quiet, ...settings })
    },
  }
}

function installedApp(folder: string, env: NodeJS.ProcessEnv): InstalledApp {
  const npmRun = ['run', '--silent']
  return {
    folder,
    async run(...script) {
      const options = { cwd: folder, env, timeoutMs: commandTimeout }
      return stripVTControlCharacters((await run('npm', [...npmRun, ...script], options)).stdout)
    },
    async serve(...script) {
      const port = String(await freePort())
      const url = `http://127.0.0.1:${port}`
      const { output, stop } = launch(
        'npm',
        [...npmRun, ...script.map((word) => word.replace('PORT', port))],
        { cwd: folder, env: { ...env, PORT: port, HOST: '127.0.0.1' } },
      )
      onTestFinished(() => stop('SIGKILL'))
      const responds = () => fetch(url).then(() => 'responds', output)
      await expect.poll(responds, { timeout: startTimeout, interval: 500 }).toBe('responds')
      return { url, output, stop: () => stop('SIGKILL') }
    },
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

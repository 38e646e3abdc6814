import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { npmInstall } from '../../testing/npm-install.ts'
import { userEnvironment } from '../test/example.ts'

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

/** A copy of an app outside the repository, installed with the packed SDK. */
export interface InstalledApp {
  folder: string
  /** Runs an npm script to its end and returns its output. */
  run(script: string): Promise<string>
  /** Starts an npm script as a server, PORT in its arguments being a free port, and waits until it responds. */
  serve(script: string, ...args: string[]): Promise<{ url: string; output: () => string }>
}

/** Packs the SDK; `install` copies and installs an app until its test ends. */
export async function packSdk() {
  const folder = await mkdtemp(join(tmpdir(), 'photofeed-frameworks-'))
  const sdk = fileURLToPath(new URL('../../sdk', import.meta.url))
  await promisify(execFile)('npm', ['pack', '--pack-destination', folder], { cwd: sdk })
  const tarball = join(folder, (await readdir(folder))[0] ?? '')
  return {
    remove: () => rm(folder, { recursive: true, force: true }),
    async install(name: string, settings: NodeJS.ProcessEnv): Promise<InstalledApp> {
      const app = join(folder, name)
      onTestFinished(() => rm(app, { recursive: true, force: true }))
      await cp(join(import.meta.dirname, name), app, { recursive: true })
      await npmInstall(app, tarball)
      return installedApp(app, { ...userEnvironment(), ...quiet, ...settings })
    },
  }
}

function installedApp(folder: string, env: NodeJS.ProcessEnv): InstalledApp {
  /** Starts a script in a process group of its own, which is killed when the test ends. */
  function start(args: readonly string[], others: NodeJS.ProcessEnv = {}) {
    const child = spawn('npm', ['run', '--silent', ...args], {
      cwd: folder,
      env: { ...env, ...others },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const closed = once(child, 'close')
    let output = ''
    let errors = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      errors += chunk
    })
    const kill = () => {
      try {
        process.kill(-Number(child.pid), 'SIGKILL')
      } catch {
        // The group has ended.
      }
    }
    onTestFinished(async () => {
      kill()
      await closed
    })
    return { closed, kill, output: () => output, all: () => `${output}\n${errors}` }
  }

  return {
    folder,
    async run(script) {
      const { closed, kill, output, all } = start([script])
      const timer = setTimeout(kill, commandTimeout)
      const [code] = await closed
      clearTimeout(timer)
      if (code !== 0) throw new Error(`npm run ${script} ended with ${code}:\n${all()}`)
      return output()
    },
    async serve(script, ...args) {
      const port = String(await freePort())
      const url = `http://127.0.0.1:${port}`
      const address = { PORT: port, HOST: '127.0.0.1' }
      const { all } = start([script, ...args.map((arg) => arg.replace('PORT', port))], address)
      const responds = () => fetch(url).then(() => 'responds', all)
      await expect.poll(responds, { timeout: startTimeout, interval: 500 }).toBe('responds')
      return { url, output: all }
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

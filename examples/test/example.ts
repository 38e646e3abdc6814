import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Locator } from 'playwright-core'
import { onTestFinished } from 'vitest'

const folderOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url))
const vite = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url))

/** The environment without the NODE_ENV of Vitest, which would turn a build into a development build. */
export function userEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV: _, ...environment } = process.env
  return environment
}

/** An example that runs with a mock server, as its start script runs it. */
export interface RunningExample {
  /** The URL of its page. */
  url: string
  /** Sets the fault of a scenario of its mock; null clears it. */
  setFault(scenario: string, fault: string | null): Promise<void>
  /** Applies a transition to a scenario of its mock. */
  transition(scenario: string, transition: string): Promise<void>
  stop(): Promise<void>
}

/** Runs `start.ts` of an example, which prints `Page` and `Mock` with their URLs. */
export async function startExample(name: string): Promise<RunningExample> {
  const child = spawn(process.execPath, ['start.ts'], {
    cwd: folderOf(name),
    env: userEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const urls: Record<string, string> = {}
  for await (const line of createInterface(child.stdout)) {
    const [, label, url] = /^(Page|Mock) (http\S+)$/.exec(line) ?? []
    if (label && url) urls[label] = url
    if (urls.Page && urls.Mock) break
  }
  const { Page: url, Mock: control } = urls
  if (!url || !control) throw new Error(`The example ${name} did not start: ${errors}`)
  const post = async (action: string, body: object) => {
    const response = await fetch(`${control}/api/${action}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${control}/api/${action} returned ${response.status}.`)
  }
  return {
    url,
    setFault: (scenario, fault) => post('fault', { scenario, fault }),
    transition: (scenario, transition) => post('transition', { scenario, transition }),
    async stop() {
      child.kill()
      await exited
    },
  }
}

/** Builds an example with Vite into a folder that lives until the test ends. Returns the folder and its sorted files. */
export async function buildExample(name: string): Promise<{ folder: string; files: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), `photofeed-${name}-`))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await promisify(execFile)(
    process.execPath,
    [vite, 'build', '--logLevel', 'error', '--outDir', folder, '--emptyOutDir'],
    { cwd: folderOf(name), env: userEnvironment() },
  )
  return { folder, files: await filesIn(folder) }
}

/** Returns the paths of all files below a folder, sorted. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
}

/** Loads all images and returns how many of them loaded. */
export async function countLoaded(images: Locator): Promise<number> {
  await images.first().waitFor()
  return images.evaluateAll(async (elements) => {
    const pictures = elements as HTMLImageElement[]
    for (const image of pictures) image.loading = 'eager'
    await Promise.all(pictures.map((image) => image.decode().catch(() => {})))
    return pictures.filter((image) => image.naturalWidth > 0).length
  })
}

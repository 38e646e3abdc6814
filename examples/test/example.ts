import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { connectMock, type MockConnection } from '../../mock-server/src/client.ts'
import { launch, run } from '../../test-support/processes.ts'

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
  setFault: MockConnection['fault']
  /** Applies a transition to a scenario of its mock. */
  transition: MockConnection['transition']
  stop(): Promise<void>
}

/** Runs `start.ts` of an example, which prints `Page` and `Mock` with their URLs. */
export async function startExample(name: string): Promise<RunningExample> {
  const program = launch(process.execPath, ['start.ts'], {
    cwd: folderOf(name),
    env: userEnvironment(),
  })
  const [url, control] = await program.waitFor((output) => {
    const urls = ['Page', 'Mock'].map(
      (label) => RegExp(`^${label} (http\\S+)$`, 'm').exec(output)?.[1],
    )
    return urls.every(Boolean) ? urls : null
  })
  if (!url) throw new Error(`The example ${name} printed no URL.`)
  const mock = await connectMock(control?.replace('/__mock', '') ?? '', { shared: true })
  return {
    url,
    setFault: mock.fault,
    transition: mock.transition,
    async stop() {
      program.kill()
      await program.ended
    },
  }
}

/** Builds an example with Vite into a folder that lives until the test ends. Returns the folder and its sorted files. */
export async function buildExample(name: string): Promise<{ folder: string; files: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), `photofeed-${name}-`))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await run(
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
    // Decoding ends early for a picture whose `sizes` change.
    for (let tries = 0; tries < 5; tries++) {
      await Promise.all(pictures.map((image) => image.decode().catch(() => {})))
    }
    return pictures.filter((image) => image.naturalWidth > 0).length
  })
}

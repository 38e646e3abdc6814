import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { userEnvironment } from './user-environment.ts'

/** An example that runs as its start script runs it. */
export interface StartedExample {
  /** The address of its page. */
  page: string
  /** The address of its mock's control page. */
  mock: string
  stop(): Promise<void>
}

/** Starts the example of this folder; it prints `Page` and `Mock` with their addresses. */
export async function startExample(folder: string): Promise<StartedExample> {
  const child = spawn(process.execPath, ['start.ts'], {
    cwd: fileURLToPath(new URL(folder, import.meta.url)),
    env: userEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let complaints = ''
  child.stderr.on('data', (chunk) => {
    complaints += chunk
  })
  const addresses: Record<string, string> = {}
  for await (const line of createInterface(child.stdout)) {
    const [, name, url] = /^(Page|Mock) (http\S+)$/.exec(line) ?? []
    if (name && url) addresses[name] = url
    if (addresses.Page && addresses.Mock) break
  }
  const { Page: page, Mock: mock } = addresses
  if (!page || !mock) throw new Error(`The example ${folder} did not start: ${complaints}`)
  return {
    page,
    mock,
    async stop() {
      child.kill()
      await ended
    },
  }
}

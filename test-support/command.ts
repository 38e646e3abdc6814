import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface Finished {
  code: number
  stdout: string
  stderr: string
}

/** Runs a built command to its end. */
export function runCommand(bin: string, ...args: string[]): Promise<Finished> {
  return new Promise((resolve) => {
    execFile(process.execPath, [bin, ...args], (error, stdout, stderr) => {
      // One that a signal ended has no code, and that is not 0.
      resolve({ code: error ? Number(error.code ?? Number.NaN) : 0, stdout, stderr })
    })
  })
}

export interface StartedServer<Ready> {
  /** The first line of its standard output, parsed. */
  ready: Ready
  pid: number
  /** What it has written to standard error so far. */
  stderr(): string
  /** Stops it as an operator would; its exit code, once all is read that it has written. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts a built server, which says in its first line that it is ready. */
export function startServer<Ready>(bin: string, ...args: string[]): Promise<StartedServer<Ready>> {
  return startServerWith(process.execPath, bin, ...args)
}

/** Starts a built server with the Node at a path. */
export async function startServerWith<Ready>(
  node: string,
  ...args: string[]
): Promise<StartedServer<Ready>> {
  const child = spawn(node, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = once(child, 'close')
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(([code]) => {
      throw new Error(`The server ended with ${code} before it was ready: ${stderr}`)
    }),
  ])
  return {
    ready: JSON.parse(line),
    pid: Number(child.pid),
    stderr: () => stderr,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      const [code] = await ended
      return code
    },
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

export interface ChildServer {
  url: string
  /** The addresses of a server with several ports. */
  urls: readonly string[]
  /** Resident memory now, in MB. */
  residentMegabytes(): number
  stop(): Promise<void>
}

/** Starts a server that says its address in the first line of its output; `nodeOptions` are options of Node. */
export async function startChild(args: string[], nodeOptions: string[] = []): Promise<ChildServer> {
  const child: ChildProcess = spawn(process.execPath, [...nodeOptions, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!child.stdout) throw new Error('The server has no output.')
  const [line] = await once(createInterface(child.stdout), 'line')
  const { url, urls = [url] } = JSON.parse(line)
  return {
    url,
    urls,
    residentMegabytes: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startProgram } from '../../test-support/processes.ts'

export interface ChildServer {
  url: string
  /** The addresses of a server with several ports. */
  urls: readonly string[]
  /** Resident memory now, in MB. */
  residentMegabytes(): number
  stop(): Promise<void>
}

/**
 * Starts a server that prints its URL in the first line of its output. With `memoryGigabytes` it runs in a control group
 * with this limit, as in a container: Node sizes its heap by that. This needs root on Linux.
 */
export async function startChild(
  args: string[],
  memoryGigabytes: number | null = null,
): Promise<ChildServer> {
  const group = memoryGigabytes === null ? null : createGroup(memoryGigabytes)
  const command = [process.execPath, ...args]
  const [program = '', ...rest] = group
    ? ['sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', group, ...command]
    : command
  const { ready, pid, stop } = await startProgram<{ url: string; urls?: string[] }>(program, rest)
  const { url, urls = [url] } = ready
  return {
    url,
    urls,
    residentMegabytes: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    async stop() {
      await stop()
      if (group) rmdirSync(group)
    },
  }
}

function createGroup(memoryGigabytes: number): string {
  const [root, limit] = existsSync('/sys/fs/cgroup/cgroup.controllers')
    ? ['/sys/fs/cgroup', 'memory.max']
    : ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes']
  const group = join(root, `photofeed-${process.pid}-${Date.now()}`)
  mkdirSync(group)
  writeFileSync(join(group, limit), String(memoryGigabytes * 1024 ** 3))
  return group
}

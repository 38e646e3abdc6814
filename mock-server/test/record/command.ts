import { fileURLToPath } from 'node:url'
import { launch } from '../../../test-support/processes.ts'
import type { FeedHost } from './feed-host.ts'

const bin = fileURLToPath(new URL('../../bin/photofeed-mock.js', import.meta.url))

function start(args: string[], env: Record<string, string> = {}) {
  const { PHOTOFEED_KEY: _, ...inherited } = process.env
  return launch(process.execPath, [bin, 'record', ...args], { env: { ...inherited, ...env } })
}

/** Runs `photofeed-mock record` to its end. */
export function run(args: string[], env?: Record<string, string>) {
  return start(args, env).ended
}

/** Runs `photofeed-mock record` until the host has received so many requests. */
export async function stopAfter(
  host: FeedHost,
  requests: number,
  args: string[],
  signal: 'SIGKILL' | 'SIGINT',
): Promise<void> {
  const program = start(args)
  while (host.requests.length < requests && program.isRunning()) {
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  program.kill(signal)
  await program.ended
}

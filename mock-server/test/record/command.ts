import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { FeedHost } from './feed-host.ts'

const bin = fileURLToPath(new URL('../../bin/photofeed-mock.js', import.meta.url))

function start(args: string[], env: Record<string, string> = {}) {
  const { PHOTOFEED_KEY: _, ...inherited } = process.env
  return spawn(process.execPath, [bin, 'record', ...args], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs `photofeed-mock record` to its end. */
export async function run(args: string[], env?: Record<string, string>) {
  const child = start(args, env)
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { code, stdout, stderr }
}

/** Runs `photofeed-mock record` until the host has received so many requests. */
export async function stopAfter(
  host: FeedHost,
  requests: number,
  args: string[],
  signal: 'SIGKILL' | 'SIGINT',
): Promise<void> {
  const child = start(args)
  const ended = once(child, 'exit')
  while (host.requests.length < requests && child.exitCode === null) {
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  child.kill(signal)
  await ended
}

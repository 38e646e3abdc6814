import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Where and with which environment a script runs. */
export interface Place {
  folder: string
  env: NodeJS.ProcessEnv
}

const minutes = 60_000
const running = new Set<ChildProcess>()

/** Runs a script as a terminal would. Returns its output. Throws if it fails. */
export async function runScript(script: string, place: Place): Promise<string> {
  const { child, output } = launch(script, place)
  const timer = setTimeout(() => signal(child, 'SIGKILL'), 15 * minutes)
  const [code] = await once(child, 'close')
  clearTimeout(timer)
  if (code !== 0) throw new Error(failure(script, `ended with ${code ?? 'a signal'}`, output()))
  return output()
}

/** Starts a script that does not end, such as a server. Returns its output once it has printed a URL. */
export async function startServer(script: string, place: Place): Promise<() => string> {
  const { child, output } = launch(script, place)
  const deadline = Date.now() + 10 * minutes
  while (!/http:\/\/127\.0\.0\.1:\d+/.test(output())) {
    const ended = child.exitCode !== null || child.signalCode !== null
    if (ended || Date.now() > deadline) {
      throw new Error(failure(script, ended ? 'ended' : 'printed no URL in 10 minutes', output()))
    }
    await delay(100)
  }
  return output
}

/** Waits until a port of this machine is free, since the scripts of READMEs have fixed ports. */
export async function waitForPort(port: number): Promise<void> {
  const deadline = Date.now() + 5 * minutes
  while (await isTaken(port)) {
    if (Date.now() > deadline) {
      throw new Error(`Port ${port} was in use for 5 minutes. Stop the program that uses it.`)
    }
    await delay(500)
  }
}

async function isTaken(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const taken = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return taken
}

/** Stops what `startServer` has started, and what a failed run has left. */
export async function stopAll(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const closed = once(child, 'close')
      signal(child, 'SIGTERM')
      const timer = setTimeout(() => signal(child, 'SIGKILL'), 15_000)
      await closed
      clearTimeout(timer)
    }),
  )
}

function launch(script: string, { folder, env }: Place) {
  // A process group, so that a signal reaches what npx has started.
  const child = spawn('sh', ['-ec', script], {
    ...{ cwd: folder, env, detached: true },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const append = (chunk: Buffer) => {
    text += chunk
  }
  child.stdout.on('data', append)
  child.stderr.on('data', append)
  running.add(child)
  child.once('close', () => running.delete(child))
  return { child, output: () => text }
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, name)
  } catch {
    // The group has ended.
  }
}

function failure(script: string, what: string, output: string): string {
  const lines = output.trimEnd().split('\n').slice(-40)
  return `This script ${what}:\n  ${script.replaceAll('\n', '\n  ')}\nIts output:\n  ${lines.join('\n  ')}`
}

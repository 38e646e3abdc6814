import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { launch, run } from '../../test-support/processes.ts'

/** Where and with which environment a script runs. */
export interface Place {
  folder: string
  env: NodeJS.ProcessEnv
}

const minutes = 60_000

/** Runs a script as a terminal would. Returns its output. Throws if it fails. */
export async function runScript(script: string, { folder, env }: Place): Promise<string> {
  const options = { cwd: folder, env, timeoutMs: 15 * minutes }
  return (await run('sh', ['-ec', script], options)).output
}

/** Starts a script that does not end, such as a server. Returns its output once it has printed a URL. */
export async function startServer(script: string, { folder, env }: Place): Promise<() => string> {
  const server = launch('sh', ['-ec', script], { cwd: folder, env })
  await server.waitFor((output) => /http:\/\/127\.0\.0\.1:\d+/.exec(output), 10 * minutes)
  return server.output
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

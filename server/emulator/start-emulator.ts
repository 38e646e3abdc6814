import { getRequestListener } from '@hono/node-server'
import { listen } from '@photofeed/core/node'
import { createEmulator, type Emulator, type EmulatorOptions } from './emulator.ts'

export interface StartOptions extends Omit<EmulatorOptions, 'baseUrl'> {
  /** The port; 0, the default, takes a free one. */
  port?: number
}

export interface RunningEmulator extends Emulator {
  /** Without a trailing slash. */
  url: string
  close(): Promise<void>
}

/**
 * An emulator on a port of this machine, and only of this machine.
 *
 * @throws {UserError} when the port is taken.
 */
export async function startEmulator(options: StartOptions = {}): Promise<RunningEmulator> {
  const { port = 0, ...rest } = options
  const { server, url, close } = await listen('127.0.0.1', port)
  const emulator = createEmulator({ ...rest, baseUrl: url })
  server.on('request', getRequestListener(emulator.fetch, { overrideGlobalObjects: false }))
  return {
    ...emulator,
    url,
    close() {
      const closed = close()
      // Some answers hang on purpose.
      server.closeAllConnections()
      return closed
    },
  }
}

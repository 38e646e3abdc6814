import { fileURLToPath } from 'node:url'
import {
  type Finished,
  runCommand,
  type StartedServer,
  startServer,
} from '../../../testing/command.ts'

const source = fileURLToPath(new URL('../../cli.ts', import.meta.url))

/** Runs the command from its source to its end. */
export function command(...args: string[]): Promise<Finished> {
  return runCommand(source, ...args)
}

/** Serves a data folder on a free port. */
export function start(...args: string[]): Promise<StartedServer<{ url: string }>> {
  return startServer(source, 'start', '--port', '0', '--json', ...args)
}

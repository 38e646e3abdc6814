import { fileURLToPath } from 'node:url'
import { type Finished, runCommand } from '../../../testing/command.ts'

const bin = fileURLToPath(new URL('../../bin/photofeed-server.js', import.meta.url))

/** Runs the built command to its end. */
export function command(...args: string[]): Promise<Finished> {
  return runCommand(bin, ...args)
}

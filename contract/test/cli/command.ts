import { fileURLToPath } from 'node:url'
import { type Finished, runCommand } from '../../../test-support/processes.ts'

export const bin = fileURLToPath(new URL('../../bin/photofeed-contract.js', import.meta.url))

/** A key of the right form that reads no account. */
export const wrongKey = '0123456789abcdef'.repeat(4)

/** Runs the built command to its end. */
export function command(...args: string[]): Promise<Finished> {
  return runCommand(bin, ...args)
}

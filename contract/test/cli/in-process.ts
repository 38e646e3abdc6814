import { PassThrough } from 'node:stream'
import { runCommand } from '../../src/commands/run-command.ts'
import type { Mutant } from '../mutants/mutant.ts'

export interface Ran {
  code: number
  stdout: string
  stderr: string
}

export interface Surroundings {
  env?: Record<string, string>
  fetch?: typeof fetch
  /** A folder without a configuration file by default. */
  cwd?: string
  /** Whether standard error is a terminal. */
  isTTY?: boolean
}

/** Runs the command without a process of its own. */
export async function ran(argv: readonly string[], surroundings: Surroundings = {}): Promise<Ran> {
  const { env = {}, isTTY = false, cwd = import.meta.dirname } = surroundings
  const stdout = new PassThrough()
  const stderr = Object.assign(new PassThrough(), { isTTY })
  const code = await runCommand(argv, {
    ...{ env, stdout, stderr, cwd },
    fetch: surroundings.fetch ?? globalThis.fetch,
  })
  return { code, stdout: written(stdout), stderr: written(stderr) }
}

/** The deployment with a defect. */
export function mutated(...mutants: Mutant[]): typeof fetch {
  const handle = mutants.reduce<(request: Request) => Promise<Response>>(
    (respond, mutant) => (request) => mutant.handle(request, respond),
    (request) => fetch(request),
  )
  return (input, init) => handle(new Request(input, init))
}

function written(stream: PassThrough): string {
  return String(stream.read() ?? '')
}

import { PassThrough } from 'node:stream'
import { runCommand } from '../../src/commands/run-command.ts'
import type { Report } from '../../src/run/report.ts'
import type { Verdict } from '../../src/run/verdict.ts'
import type { Mutant } from '../mutants/mutant.ts'

interface Surroundings {
  env?: Record<string, string>
  fetch?: typeof fetch
  /** A folder without a configuration file by default. */
  cwd?: string
  /** Whether standard error is a terminal. */
  isTTY?: boolean
}

/** Runs the command without a process of its own. */
export async function ran(argv: readonly string[], surroundings: Surroundings = {}) {
  const { env = {}, isTTY = false, cwd = import.meta.dirname } = surroundings
  const stdout = new PassThrough()
  const stderr = Object.assign(new PassThrough(), { isTTY })
  const code = await runCommand(argv, {
    ...{ env, stdout, stderr, cwd },
    fetch: surroundings.fetch ?? globalThis.fetch,
  })
  return { code, stdout: written(stdout), stderr: written(stderr) }
}

/** Runs a check whose report is JSON. */
export async function checked(argv: readonly string[], surroundings?: Surroundings) {
  const { code, stdout, stderr } = await ran([...argv, '--reporter', 'json'], surroundings)
  const report: Report & Verdict = JSON.parse(stdout)
  return { code, report, stderr }
}

/** What is left of a command that ends with an error. */
export const failure = (code: number, sentence: string) => ({
  code,
  stdout: '',
  stderr: `${sentence}\n`,
})

/** The options that name these accounts. */
export const accountOptions = (accounts: Readonly<Record<string, string>>): string[] =>
  Object.entries(accounts).flatMap(([name, key]) => ['--account', `${name}=${key}`])

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

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { TestOutcome } from './run/outcome-reporter.ts'

const vitest = fileURLToPath(new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url))

export interface FixtureRun {
  exitCode: number
  tests: TestOutcome[]
  failed: TestOutcome[]
  skipped: TestOutcome[]
}

/** Runs a test file of the folder fixtures in a Vitest of its own. */
export async function runFixture(
  name: string,
  environment: Record<string, string> = {},
): Promise<FixtureRun> {
  const child = spawn(process.execPath, [vitest, 'run', name], {
    cwd: fileURLToPath(new URL('run', import.meta.url)),
    env: { ...withoutVitest(process.env), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit')
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [exitCode] = await exit
  const tests = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): TestOutcome => JSON.parse(line))
  if (tests.length === 0) throw new Error(`Vitest ran no test of ${name}: ${stdout}${stderr}`)
  const withState = (state: string) => tests.filter((test) => test.state === state)
  return { exitCode, tests, failed: withState('failed'), skipped: withState('skipped') }
}

/** What the outer Vitest told its worker would mislead the inner one. */
function withoutVitest(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$)/.test(name)),
  )
}

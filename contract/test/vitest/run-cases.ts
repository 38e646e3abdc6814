import { fileURLToPath } from 'node:url'
import { launch } from '../../../test-support/processes.ts'
import type { ContractTestOptions } from '../../src/vitest.ts'
import type { TestOutcome } from './run/outcome-reporter.ts'

const vitest = fileURLToPath(new URL('../../../node_modules/vitest/vitest.mjs', import.meta.url))

/** One call of `contractTests`. */
export interface Case {
  /** The rule that the deployment breaks. */
  mutant?: string
  /** The scenarios whose keys are passed; by default all that conform. */
  scenarios?: string[]
  options?: Partial<Omit<ContractTestOptions, 'fetch'>>
}

export interface CasesRun {
  exitCode: number
  /** The tests of a case. */
  tests(name: string): TestOutcome[]
}

/** Runs the cases in a Vitest of their own. */
export async function runCases(cases: Record<string, Case>): Promise<CasesRun> {
  const { code, stdout, stderr } = await launch(process.execPath, [vitest, 'run'], {
    cwd: new URL('run', import.meta.url),
    env: { ...withoutVitest(process.env), CASES: JSON.stringify(cases) },
  }).ended
  const outcomes = stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): TestOutcome => JSON.parse(line))
  if (outcomes.length === 0) throw new Error(`Vitest ran no test (${code}): ${stdout}${stderr}`)
  return {
    exitCode: code ?? Number.NaN,
    tests: (name) => outcomes.filter((outcome) => outcome.case === name),
  }
}

/** The variables that the outer Vitest sets for its workers would mislead the inner one. */
function withoutVitest(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$)/.test(name)),
  )
}

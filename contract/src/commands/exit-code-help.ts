import { exitCodes } from '../verdict/exit-codes.ts'

/** The table of exit codes for `--help`. */
export function exitCodeHelp(): string {
  const lines = Object.values(exitCodes).map(
    ({ code, meaning }) => `  ${String(code).padEnd(4)}${meaning}`,
  )
  return ['', 'Exit codes:', ...lines].join('\n')
}

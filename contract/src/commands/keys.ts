import { ContractError } from '../http/contract-error.ts'

/** Keys in an environment variable, which holds one or several, between blanks, line ends or commas. */
export function keysIn(variable: string | undefined): string[] {
  return (variable ?? '').split(/[\s,]+/).filter(Boolean)
}

/**
 * The keys that were typed, else those of the environment.
 *
 * @throws {ContractError} when one holds what no key holds: it could be sent in no header, and hidden in no report.
 */
export function chosenKeys(typed: readonly string[], variable: string | undefined): string[] {
  const keys = typed.length > 0 ? [...typed] : keysIn(variable)
  const wrong = keys.findIndex((key) => !/^[\w.~-]+$/.test(key))
  if (wrong === -1) return keys
  throw new ContractError(
    'usage',
    `Key ${wrong + 1} cannot be a key: one has 64 characters, 0 to 9 and a to f. Copy it from the dashboard.`,
  )
}

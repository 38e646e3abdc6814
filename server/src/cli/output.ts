import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import { option } from '../settings/setting.ts'
import { flag, wholeNumber } from '../settings/setting-values.ts'

export function print(command: CommandUnknownOpts, text: string): void {
  command.configureOutput().writeOut?.(text)
}

/** Writes the result of a command to its standard output: with --json as one line of JSON, otherwise the text. */
export function printResult(command: CommandUnknownOpts, result: object, text: string): void {
  print(command, command.opts().json ? `${JSON.stringify(result)}\n` : text)
}

export function printWarning(command: CommandUnknownOpts, text: string): void {
  command.configureOutput().writeErr?.(`Warning: ${text}\n`)
}

/** Of a command that lists. */
export const listLimit = {
  limit: option('--limit <number>', wholeNumber(1, 999_999).default(1000), {
    description: 'list so many at most',
  }),
}

/** Writes the first rows of a list, and a note if there are more. `list` returns so many at most. */
export async function printList<Row>(
  command: CommandUnknownOpts,
  { limit }: { limit: number },
  list: (limit: number) => Promise<readonly Row[]>,
  text: (rows: readonly Row[]) => string,
): Promise<void> {
  const found = await list(limit + 1)
  const rows = found.slice(0, limit)
  printResult(command, rows, text(rows))
  if (found.length === rows.length) return
  command.configureOutput().writeErr?.(`There are more than ${limit}. Pass --limit to list them.\n`)
}

/** An error for a command that has printed its result and ends with exit code 1. */
export function failedCheck(): CommanderError {
  return new CommanderError(1, 'photofeed.failedCheck', '')
}

export const confirmation = {
  yes: option('--yes', flag, {
    description: 'confirm the deletion',
  }),
}

/** @throws {UserError} without --yes, with what the command would do. */
export function assertConfirmed({ yes }: { yes: boolean }, consequence: string): void {
  if (!yes) throw new UserError(`${consequence} Pass --yes to confirm.`)
}

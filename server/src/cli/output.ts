import { userInfo } from 'node:os'
import { CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import { option } from '../start/setting.ts'
import { flag } from '../start/setting-values.ts'
import type { Database } from '../stores/database.ts'
import type { CommandEvent } from '../stores/service/work-kinds.ts'

export function print(command: CommandUnknownOpts, text: string): void {
  command.configureOutput().writeOut?.(text)
}

/** Writes the result of a command to its standard output: with --json as one line of JSON, otherwise the text. */
export function printResult(command: CommandUnknownOpts, result: object, text: string): void {
  print(command, command.opts().json ? `${JSON.stringify(result)}\n` : text)
}

/** An error for a command that has printed its result and ends with exit code 1. */
export function failedCheck(): CommanderError {
  return new CommanderError(1, 'photofeed.failedCheck', '')
}

type DetailsOf<Name> = Extract<CommandEvent, { event: Name }>['details']

/** Adds a line about a change to the log of a running server, with this user of the operating system. */
export async function logCommand<Name extends CommandEvent['event']>(
  { work }: Pick<Database, 'work'>,
  event: Name,
  details: Omit<DetailsOf<Name>, 'by' | 'user'>,
): Promise<void> {
  const by = { by: 'operator', user: userName() }
  await work.enqueue('log_command', null, {
    event,
    details: { ...by, ...details },
  } as unknown as CommandEvent)
}

/** Returns the id of the user if it has no name, as in many containers. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
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

/** Returns a number with its noun, such as `1 account` and `2 accounts`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

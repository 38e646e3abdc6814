import { userInfo } from 'node:os'
import { CommanderError, type CommandUnknownOpts, Option } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import type { Database } from '../stores/database.ts'
import type { CommandEvent } from '../stores/service/work-kinds.ts'

interface TextStream {
  write(text: string): unknown
}

export interface Output {
  stdout: TextStream
  stderr: TextStream
}

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

/** Adds a line about a change to the log of a running server, with this user of the operating system. */
export async function logCommand(
  { work }: Pick<Database, 'work'>,
  change: (by: { by: 'operator'; user: string }) => CommandEvent,
): Promise<void> {
  await work.enqueue('log_command', null, change({ by: 'operator', user: userName() }))
}

/** Returns the id of the user if it has no name, as in many containers. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}

export const confirmation = { yes: new Option('--yes', 'confirm the deletion').default(false) }

/** @throws {UserError} without --yes, with what the command would do. */
export function assertConfirmed({ yes }: { yes: boolean }, consequence: string): void {
  if (!yes) throw new UserError(`${consequence} Pass --yes to confirm.`)
}

/** Returns a number with its noun, such as `1 account` and `2 accounts`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

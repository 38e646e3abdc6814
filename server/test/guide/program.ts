import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { commands } from '../../run-command.ts'

/** The command that these words call, and the words that are left for its arguments. */
export function called(
  words: readonly string[],
  among: readonly CommandUnknownOpts[] = commands,
): { command: CommandUnknownOpts; args: readonly string[] } {
  // A command of commands stands for the one that lists.
  const [name = 'list', ...args] = words
  const command = among.find((known) => known.name() === name)
  if (!command) throw new Error(`There is no command ${name}.`)
  return command.commands.length > 0 ? called(args, command.commands) : { command, args }
}

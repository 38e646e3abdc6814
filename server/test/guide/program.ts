import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { accountsCommand } from '../../src/commands/accounts.ts'
import { backupCommand } from '../../src/commands/backup.ts'
import { doctorCommand } from '../../src/commands/doctor.ts'
import { importCommand } from '../../src/commands/import.ts'
import { jobsCommand } from '../../src/commands/jobs.ts'
import { keysCommand } from '../../src/commands/keys.ts'
import { migrateCommand } from '../../src/commands/migrate.ts'
import { planCommand } from '../../src/commands/plan.ts'
import { secretCommand } from '../../src/commands/secret.ts'
import { startCommand } from '../../src/commands/start.ts'

const commands: readonly CommandUnknownOpts[] = [
  ...[accountsCommand, backupCommand, doctorCommand, importCommand, jobsCommand, keysCommand],
  ...[migrateCommand, planCommand, secretCommand, startCommand],
]

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

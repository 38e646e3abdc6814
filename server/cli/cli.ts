import { ignoreClosedOutput } from '@photofeed/core/node'
import { runCommand } from './run-command.ts'

ignoreClosedOutput()

// Files hold keys, tokens and addresses: no other user reads them, whatever the shell's umask.
process.umask(0o077)

process.exitCode = await runCommand(process.argv.slice(2), process)

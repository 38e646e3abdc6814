import { setFlagsFromString } from 'node:v8'
import { runCommand } from './run-command.ts'

// V8 sometimes concludes that rendered pages live long and makes them in its old space: then hundreds of MB of
// garbage wait for a full collection (docs/decisions/005).
setFlagsFromString('--no-allocation-site-pretenuring')

// Files hold keys, tokens and addresses: no other user reads them, whatever the shell's umask.
process.umask(0o077)

process.exitCode = await runCommand(process.argv.slice(2), process)

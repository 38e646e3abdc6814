import { setFlagsFromString } from 'node:v8'
import { Command } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import packageJson from '../package.json' with { type: 'json' }
import { demoCommand } from './commands/demo.ts'
import { importCommand } from './commands/import.ts'
import { keysCommand } from './commands/keys.ts'
import { startCommand } from './commands/start.ts'

// V8 sometimes concludes that rendered pages live long and makes them in its old space: then hundreds of MB of
// garbage wait for a full collection (docs/decisions/008).
setFlagsFromString('--no-allocation-site-pretenuring')

const program = new Command('photofeed-server')
  .description('A read-only feed of connected photo accounts over REST, RSS and GraphQL.')
  .version(packageJson.version)
  .addCommand(startCommand)
  .addCommand(demoCommand)
  .addCommand(importCommand)
  .addCommand(keysCommand)

try {
  await program.parseAsync()
} catch (error) {
  // A user's mistake is one sentence; anything else is ours and keeps its stack.
  if (!(error instanceof UserError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

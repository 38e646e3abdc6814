import { setFlagsFromString } from 'node:v8'
import { Command } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import { demoCommand } from './demo/demo-command.ts'
import packageJson from './package.json' with { type: 'json' }
import { accountsCommand } from './src/commands/accounts.ts'
import { backupCommand } from './src/commands/backup.ts'
import { doctorCommand } from './src/commands/doctor.ts'
import { importCommand } from './src/commands/import.ts'
import { jobsCommand } from './src/commands/jobs.ts'
import { keysCommand } from './src/commands/keys.ts'
import { migrateCommand } from './src/commands/migrate.ts'
import { planCommand } from './src/commands/plan.ts'
import { secretCommand } from './src/commands/secret.ts'
import { startCommand } from './src/commands/start.ts'

// V8 sometimes concludes that rendered pages live long and makes them in its old space: then hundreds of MB of
// garbage wait for a full collection (docs/decisions/005).
setFlagsFromString('--no-allocation-site-pretenuring')

const program = new Command('photofeed-server')
  .description('A read-only feed of connected photo accounts over REST, RSS and GraphQL.')
  .version(packageJson.version)
  .addCommand(startCommand)
  .addCommand(demoCommand)
  .addCommand(importCommand)
  .addCommand(keysCommand)
  .addCommand(accountsCommand)
  .addCommand(planCommand)
  .addCommand(jobsCommand)
  .addCommand(doctorCommand)
  .addCommand(migrateCommand)
  .addCommand(backupCommand)
  .addCommand(secretCommand)

try {
  await program.parseAsync()
} catch (error) {
  // A user's mistake is one sentence; anything else is ours and keeps its stack.
  if (!(error instanceof UserError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

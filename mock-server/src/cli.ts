import { UserError } from '@photofeed/core'
import packageJson from '../package.json' with { type: 'json' }
import { recordCommand } from './commands/record.ts'
import { serveCommand } from './commands/serve.ts'

const program = serveCommand
  .version(packageJson.version)
  // Both commands have --json.
  .enablePositionalOptions()
  .addCommand(recordCommand)

try {
  await program.parseAsync()
} catch (error) {
  // A user's mistake is one sentence; anything else is ours and keeps its stack.
  if (!(error instanceof UserError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

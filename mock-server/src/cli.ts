import { Command } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import packageJson from '../package.json' with { type: 'json' }
import { recordCommand } from './commands/record.ts'
import { serveCommand } from './commands/serve.ts'
import { MockUsageError } from './mock-usage-error.ts'

const program = new Command('photofeed-mock')
  .description('Every state, header and error of a photofeed service, offline.')
  .version(packageJson.version)
  .addCommand(serveCommand, { isDefault: true })
  .addCommand(recordCommand)

try {
  await program.parseAsync()
} catch (error) {
  // A user's mistake is one sentence; anything else is ours and keeps its stack.
  if (!(error instanceof UserError || error instanceof MockUsageError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

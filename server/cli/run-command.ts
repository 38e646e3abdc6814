import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { UserError } from '@photofeed/core/node'
import { examples, helpSentence, nameOf, speak, usageExitCode } from '@photofeed/design/commands'
import { demoCommand } from '../demo/demo-command.ts'
import packageJson from '../package.json' with { type: 'json' }
import { accountsCommand, keysCommand } from '../src/cli/accounts.ts'
import { backupCommand } from '../src/cli/backup.ts'
import { copyCommand } from '../src/cli/copy.ts'
import { doctorCommand, platformCommand } from '../src/cli/doctor.ts'
import { jobsCommand } from '../src/cli/jobs.ts'
import { ownersCommand, planCommand } from '../src/cli/owners.ts'
import { startCommand } from '../src/cli/start.ts'
import { secretCommand } from '../src/cli/upkeep.ts'
import { parseSettings, UsageError, withVariables } from '../src/settings/setting.ts'
import { settings } from '../src/settings/settings.ts'
import { readEnvironment } from '../src/start/environment.ts'

export const commands: readonly CommandUnknownOpts[] = [
  ...[startCommand, demoCommand, keysCommand, accountsCommand, planCommand],
  ...[ownersCommand, jobsCommand, doctorCommand, backupCommand, secretCommand, copyCommand],
  ...[platformCommand],
]

interface TextStream {
  write(text: string): unknown
}

interface Output {
  stdout: TextStream
  stderr: TextStream
}

/** Runs a command and returns its exit code. */
export async function runCommand(
  argv: readonly string[],
  output: Output,
  versions: NodeJS.Dict<string> = process.versions,
): Promise<number> {
  const program = new Command('photofeed-server')
    .description('A read-only feed of connected photo accounts over REST, RSS and GraphQL.')
    .version(packageJson.version)
    .addHelpText(
      'after',
      examples(
        ['Try everything on this machine', 'photofeed-server demo'],
        ['Check the settings before a start', 'photofeed-server doctor'],
        ['Give an owner all posts', 'photofeed-server plan mara@example.com premium'],
      ),
    )
    .addHelpText('afterAll', `\nDocumentation: ${packageJson.homepage}`)
    .hook('preAction', (_, command) => {
      if (versions.pnp !== undefined) throw new UserError(noPlugAndPlay)
      running = command
      const values = parseSettings(command, command.opts(), environment)
      for (const [name, value] of Object.entries(values)) command.setOptionValue(name, value)
    })
  for (const command of commands) program.addCommand(command as Command)
  speak(program, output)
  let environment: Map<string, string>
  let running: CommandUnknownOpts | null = null
  try {
    environment = readEnvironment(process.env, Object.values(settings))
    await program.parseAsync(argv, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError)
      return error.exitCode !== 0 && error.code.startsWith('commander.')
        ? usageExitCode
        : error.exitCode
    // A user's mistake is one sentence; anything else is a defect and keeps its stack.
    if (!(error instanceof UserError)) throw error
    const sentence = running ? withVariables(running, error.message) : error.message
    output.stderr.write(`${sentence}\n`)
    if (!(error instanceof UsageError)) return 1
    output.stderr.write(helpSentence(nameOf(running ?? program)))
    return usageExitCode
  }
}

const noPlugAndPlay =
  "The server does not run with Yarn's Plug'n'Play, whose file handles cannot flush what they write. Set nodeLinker: node-modules in .yarnrc.yml, and install again."

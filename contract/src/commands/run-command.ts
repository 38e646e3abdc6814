import { CommanderError } from '@commander-js/extra-typings'
import { explainUsage } from '@photofeed/design/commands'
import { ContractError } from '../http/contract-error.ts'
import { exitCodes } from '../run/verdict.ts'
import { catalogCommands } from './catalog.ts'
import { checkCommand } from './check.ts'
import { type CommandContext, createSay } from './context.ts'
import { configuredWords } from './options.ts'

type Surroundings = Omit<CommandContext, 'say' | 'end'>

export async function runCommand(argv: readonly string[], parts: Surroundings): Promise<number> {
  let exitCode: number = exitCodes.passed.code
  let say = createSay(argv, parts)
  const end = (code: number) => {
    exitCode = code
  }
  try {
    const words = [...(await configured(argv, parts)), ...argv]
    say = createSay(words, parts)
    await program({ ...parts, say, end }).parseAsync(words, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? exitCode : exitCodes.usage.code
    if (error instanceof ContractError) {
      const proxy = error.kind === 'unreachable' ? unusedProxy(parts.env) : undefined
      say(proxy ? `${error.message} ${proxy}` : error.message)
      return exitCodes[error.kind].code
    }
    // Ours, and not the user's: the stack is what a report of the defect needs.
    say(String((error as Error)?.stack ?? error))
    return exitCodes.defect.code
  }
}

/** Node ignores the proxy variables of the environment unless an option enables them, which may be why nothing responds. */
function unusedProxy(env: Surroundings['env']): string | undefined {
  const names = ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy']
  const name = names.find((name) => env[name])
  if (!name || env.NODE_USE_ENV_PROXY === '1') return undefined
  return `Node ignores ${name}: set NODE_USE_ENV_PROXY=1 to use it (Node 22.21 or later).`
}

/** Only a check reads the configuration file; help is printed beside a broken one too. */
async function configured(argv: readonly string[], { cwd }: Surroundings): Promise<string[]> {
  const isOther = /^(list|explain|help)$/.test(argv[0] ?? '')
  const printsHelp = argv.some((word) => /^(-h|--help|-V|--version)$/.test(word))
  return isOther || printsHelp ? [] : configuredWords(argv, cwd)
}

function program(context: CommandContext) {
  const { stdout, say } = context
  const command = checkCommand(context)
    // An option of the check behind the name of another command is an error.
    .enablePositionalOptions()
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      outputError: (text) => say(explainUsage(withoutKeys(text), 'photofeed-contract')),
    })
  for (const other of catalogCommands(context))
    command.addCommand(other.copyInheritedSettings(command))
  return command
}

/** Commander repeats what was typed, and a key may have been typed in the wrong place. */
const withoutKeys = (message: string) =>
  message.replace(/( but got \d+): .*\.$/ms, '$1. Pass keys with --account or --key.')

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { addressesAsCode, table } from '../../../scripts/generate/tables.ts'
import { settings } from '../../../server/src/settings/settings.ts'
import { cell, code } from '../cells.ts'

type CommandUnknownOpts = typeof import('../../../server/cli/run-command.ts')['commands'][number]

/** The variables of the server's settings, which /run/settings/ describes. */
const variables = new Set(Object.values(settings).map(({ variable }) => variable))

/** Returns the options of all commands. */
export async function cliReference(): Promise<string> {
  const { checkCommand } = await import('../../../contract/src/commands/check.ts')
  const { catalogCommands } = await import('../../../contract/src/commands/catalog.ts')
  const { commands } = await import('../../../server/cli/run-command.ts')
  const { env, stdout, stderr } = process
  const nothing = () => {}
  const context = { fetch, env, stdout, stderr, cwd: '', say: nothing, end: nothing }
  const contract = catalogCommands(context) as readonly unknown[] as readonly CommandUnknownOpts[]
  return [
    '## photofeed-contract',
    ...commandParts(checkCommand(context), 'photofeed-contract <url>', false),
    ...contract.flatMap((command) => commandParts(command, 'photofeed-contract')),
    '## photofeed-mock',
    'Its options are in the reference of [the mock server](/reference/mock/#options).',
    '### record',
    mockHelp('record'),
    '## photofeed-server',
    ...commands.flatMap((command) => commandParts(command, 'photofeed-server')),
  ].join('\n\n')
}

/** Returns the help of the mock's command, which runs when it is imported. */
export function mockHelp(...words: readonly string[]): string {
  const file = fileURLToPath(new URL('../../../mock-server/dist/cli.js', import.meta.url))
  const text = execFileSync(process.execPath, [file, ...words, '--help'], { encoding: 'utf8' })
  return `\`\`\`txt\n${text.trim()}\n\`\`\``
}

function commandParts(command: CommandUnknownOpts, program: string, hasHeading = true): string[] {
  const usage = hasHeading ? `${program} ${command.name()} ${command.usage()}` : program
  const options = command.options.filter(({ hidden, long }) => !hidden && long !== '--version')
  const isSetting = ({ description }: (typeof options)[number]) =>
    variables.has(/env: (\w+)\)$/.exec(description)?.[1] ?? null)
  const shared = options.filter(isSetting)
  const own = options.filter((option) => !isSetting(option))
  const rows = own.map((option) => {
    const { flags, description, defaultValue, defaultValueDescription, argChoices } = option
    const initial = defaultValueDescription ?? (defaultValue === false ? '' : defaultValue)
    const shown =
      initial === undefined || initial === '' ? '' : `. Default: ${code(String(initial))}`
    const text = description.replace(/ \(default: false\)$/, '')
    const meaning = argChoices ? `${text}: ${argChoices.join(', ')}` : text
    return [code(flags), addressesAsCode(cell(meaning)) + shown]
  })
  const flags = shared.map(({ long }) => code(long ?? '')).join(', ')
  return [
    ...(hasHeading ? [`### ${usage.replace(/^\S+ | *[[<].*/g, '')}`] : []),
    `\`\`\`sh\n${usage.trim()}\n\`\`\``,
    command.description() || command.summary(),
    ...(rows.length > 0 ? [table(['Option', 'Meaning'], rows)] : []),
    ...(command.name() === 'doctor' && program === 'photofeed-server'
      ? ['It takes the settings of `start`.']
      : shared.length > 0
        ? [`Settings: ${flags}.`]
        : []),
    ...command.commands.flatMap((child) => commandParts(child, `${program} ${command.name()}`)),
  ]
}

/**
 * Returns an error of Commander as sentences: what is wrong, the suggestion, and where all options are.
 *
 * @param program the words that were typed before the options: `photofeed-server start`
 */
export function explainUsage(message: string, program: string): string {
  const [problem = '', hint = ''] = message
    .replace(/^error: /, '')
    .replace(/option '(-[^']*?)( [<[][^']*)?'/g, 'option $1')
    .replace(/option (-\S+) argument '(.*?)' is invalid/, "$1 cannot be '$2'")
    .replace(/command-argument value '(.*?)' is invalid for argument '(.*?)'/, "$2 cannot be '$1'")
    // What was typed may contain a key.
    .replace(/(option -[^\s=]*)=\S*/, '$1')
    .trimEnd()
    .split('\n')
  const sentence = problem.charAt(0).toUpperCase() + problem.slice(1).replace(/[^.?]$/, '$&.')
  const suggestion = hint.replace(/^\((.*)\)$/, ' $1')
  return `${sentence}${suggestion}\n${helpSentence(program)}`
}

export const helpSentence = (program: string) => `\`${program} --help\` lists all options.\n`

/** The exit code of a command that was typed wrongly. */
export const usageExitCode = 2

/** The part of Commander's commands that the functions of this file need. */
interface NamedCommand {
  name(): string
  parent: NamedCommand | null
}

interface CommandLike extends NamedCommand {
  readonly commands: readonly CommandLike[]
  exitOverride(): CommandLike
  showSuggestionAfterError(display?: boolean): CommandLike
  configureOutput(output: {
    writeOut?(text: string): void
    writeErr?(text: string): void
    outputError?(text: string, write: (text: string) => void): void
  }): CommandLike
}

/** Returns what is typed to run a command. */
export const nameOf = (command: NamedCommand): string =>
  command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name()

/** Lets a command and those below it throw instead of ending the process, and print mistakes as sentences. */
export function speak(
  command: CommandLike,
  streams: { stdout: { write(text: string): unknown }; stderr: { write(text: string): unknown } },
): void {
  command
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => void streams.stdout.write(text),
      writeErr: (text) => void streams.stderr.write(text),
      outputError: (text) => void streams.stderr.write(explainUsage(text, nameOf(command))),
    })
  for (const other of command.commands) speak(other, streams)
}

/** Returns the examples of a command for its help: what each does, and how it is typed. */
export function examples(...rows: readonly (readonly [does: string, typed: string])[]): string {
  return `\nExamples:\n${rows.map(([does, typed]) => `  ${does}:\n    ${typed}`).join('\n')}`
}

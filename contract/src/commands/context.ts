import { printable } from '../reporters/reporter.ts'
import { accountsOfEnvironment } from './accounts.ts'

/** What the command uses of its environment. */
export interface CommandParts {
  fetch: typeof fetch
  env: Readonly<Record<string, string | undefined>>
  /** The folder that relative paths start from, and that may contain a configuration file. */
  cwd: string
  /** Reports and nothing else. */
  stdout: Output
  /** Progress and errors. */
  stderr: Output
}

export type Output = NodeJS.WritableStream & { isTTY?: boolean }

/** What a command is given besides its arguments. */
export interface CommandContext extends CommandParts {
  /** Writes a line to standard error, without keys. */
  say(text: string): void
  /** Sets the exit code. */
  end(exitCode: number): void
}

/** A shorter word is no secret, and would hide others. */
const shortestSecret = 4

/** Options whose values are secret: `name=key` is hidden as a whole and without its name. */
const secretOptions = /^--(?:key|account|header)$/

/** Writes for people to standard error: without keys, also if one was typed in the wrong place, and without controls. */
export function createSay(
  words: readonly string[],
  { env, stderr }: Pick<CommandParts, 'env' | 'stderr'>,
) {
  const secrets = [...typedSecrets(words), ...Object.values(accountsOfEnvironment(env))]
    .filter(({ length }) => length >= shortestSecret)
    .toSorted((one, other) => other.length - one.length)
  return (text: string) => {
    const hidden = secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text)
    const lines = hidden.replace(/[0-9a-f]{32,}/gi, '…').split('\n')
    stderr.write(`${lines.map(printable).join('\n').trimEnd()}\n`)
  }
}

function typedSecrets(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    const [, option = '', value = ''] = /^(--\w+)=(.*)$/s.exec(word) ?? []
    const typed = secretOptions.test(option)
      ? value
      : secretOptions.test(words[index - 1] ?? '')
        ? word
        : null
    return typed === null ? [] : [typed, typed.replace(/^[^=:]*[=:]\s*/, '')]
  })
}

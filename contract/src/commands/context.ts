import { ContractError } from '../http/contract-error.ts'
import { onlyAccount } from '../http/redaction.ts'
import { printable } from '../reporters/reporter.ts'

export interface CommandContext {
  fetch: typeof fetch
  env: Readonly<Record<string, string | undefined>>
  /** The folder that relative paths start from, and that may contain a configuration file. */
  cwd: string
  /** Reports and nothing else. */
  stdout: Output
  stderr: Output
  /** Writes a line to standard error, without keys. */
  say(text: string): void
  /** Sets the exit code. */
  end(exitCode: number): void
}

type Output = NodeJS.WritableStream & { isTTY?: boolean }

/** A shorter word is no secret, and would hide others. */
const shortestSecret = 4

/** Options whose values are secret: `name=key` is hidden as a whole and without its name. */
const secretOptions = /^--(?:key|account|header)$/

/** Writes for people to standard error: without keys, also if one was typed in the wrong place, and without controls. */
export function createSay(
  words: readonly string[],
  { env, stderr }: Pick<CommandContext, 'env' | 'stderr'>,
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

type Accounts = Readonly<Record<string, string>>
type Environment = Readonly<Record<string, string | undefined>>

const variable = 'PHOTOFEED_KEY'

/** The keys in an environment variable: one, or several between spaces, line ends or commas, each `name=key` or a key. A line may end in `# comment`. */
function accountsIn(text: string | undefined): Record<string, string> {
  const words = (text ?? '')
    .replace(/(^|\s)#.*/gm, '')
    .split(/[\s,]+/)
    .filter(Boolean)
  const unnamed = words.filter((word) => !word.includes('='))
  return Object.fromEntries(
    words.map((word) => {
      const [, name, key] = /^([^=]*)=(.*)$/.exec(word) ?? []
      if (name !== undefined && key !== undefined) return [name, key]
      const isOnly = unnamed.length === 1
      return [isOnly ? onlyAccount : `${onlyAccount}-${unnamed.indexOf(word) + 1}`, word]
    }),
  )
}

/** The keys of `PHOTOFEED_KEY`, and of `PHOTOFEED_KEY_FREE` as the account `free`. */
function accountsOfEnvironment(env: Environment): Record<string, string> {
  const prefix = `${variable}_`
  const named = Object.entries(env)
    .filter(([name, key]) => name.startsWith(prefix) && key?.trim())
    .map(([name, key = '']) => [name.slice(prefix.length).toLowerCase(), key.trim()])
  return { ...accountsIn(env[variable]), ...Object.fromEntries(named) }
}

/**
 * The accounts of the command line, else those of the environment.
 *
 * @throws {ContractError} if a key has characters that no key has: no header can contain it, and no report could hide it.
 */
export function chosenAccounts(typed: Accounts, env: Environment): Accounts {
  const accounts = Object.keys(typed).length > 0 ? typed : accountsOfEnvironment(env)
  const wrong = Object.entries(accounts).find(([, key]) => !/^[\w.~-]+$/.test(key))
  if (!wrong) return accounts
  throw new ContractError(
    'usage',
    `The key of the account ${printableName(wrong[0])} is not a key: one has 64 characters, 0 to 9 and a to f. Copy it from the dashboard.`,
  )
}

/** A key in the place of the name is not repeated. */
function printableName(name: string): string {
  return /^[\w-]{1,40}$/.test(name) ? name : '…'
}

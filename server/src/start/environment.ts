import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '@photofeed/core/node'
import type { Setting } from './setting.ts'

/** Names that others set: clients of a feed, and Kubernetes for a service with the name `photofeed`. */
const ofOthers =
  /^PHOTOFEED_(URL|KEYS?|KEY_\w+|SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP)(_\w+)?)$/

type Variable = Pick<Setting, 'variable' | 'secret'>

/**
 * Returns the values of variables in an environment. Empty variables are unset. The value of `PHOTOFEED_SECRET` may also
 * be in the file that `PHOTOFEED_SECRET_FILE` names, or in the file `PHOTOFEED_SECRET` of systemd's credentials.
 *
 * @throws {UserError} for a variable that is no setting, and for a file that cannot be read.
 */
export function readEnvironment(
  environment: NodeJS.ProcessEnv,
  settings: readonly Variable[],
): Map<string, string> {
  const named = settings.flatMap(({ variable, secret }) => (variable ? { variable, secret } : []))
  const secrets = named.filter(({ secret }) => secret !== null).map(({ variable }) => variable)
  const known = new Set(named.map(({ variable }) => variable))
  for (const name of secrets) known.add(`${name}_FILE`)
  const values = new Map<string, string>()
  for (const [name, value = ''] of Object.entries(environment)) {
    if (!name.startsWith('PHOTOFEED_') || ofOthers.test(name)) continue
    if (!known.has(name)) {
      throw new UserError(
        `${name} is not a setting. List them with \`photofeed-server start --help\`.`,
      )
    }
    if (value !== '') values.set(name, value)
  }
  const { CREDENTIALS_DIRECTORY: credentials } = environment
  for (const name of secrets) {
    const file = values.get(`${name}_FILE`)
    if (file !== undefined && values.has(name)) {
      throw new UserError(`${name} and ${name}_FILE are both set. Leave one of them out.`)
    }
    if (values.has(name)) continue
    const text =
      file === undefined
        ? credentials && readText(join(credentials, name), name, { isOptional: true })
        : readText(file, `${name}_FILE`)
    if (text) values.set(name, text)
  }
  return values
}

/** Returns the text of a file, which is one line. */
function readText(file: string, variable: string, { isOptional = false } = {}): string | null {
  try {
    const text = readLine(readFileSync(file))
    if (text) return text
    throw new UserError(
      text === null
        ? `The file ${file} of ${variable} is not one line of UTF-8 text. Write only the value into it.`
        : `The file ${file} of ${variable} is empty. Write the value into it.`,
    )
  } catch (error) {
    if (error instanceof UserError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (isOptional && code === 'ENOENT') return null
    throw new UserError(
      `The file ${file} of ${variable} cannot be read (${code}). Check its path and permissions.`,
    )
  }
}

/** Returns null for several lines, and for bytes that a variable cannot have: a NUL would end its value. */
function readLine(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/[\r\n]+$/, '')
    return /\p{Cc}/u.test(text) ? null : text
  } catch {
    return null
  }
}

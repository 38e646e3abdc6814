import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '@photofeed/core/node'
import { options } from './config.ts'

/** The variables whose values can contain a secret. Each may be in a file instead. */
export const secretVariables = [
  ...[options.database, options.secret, options.previousSecret],
  ...[options.platformClientSecret, options.smtpUrl, options.purgeToken],
].map(({ envVar = '' }) => envVar)

const prefix = 'PHOTOFEED_'

/** Names that others set: clients of a feed, and Kubernetes for a service with the name `photofeed`. */
const ofOthers =
  /^PHOTOFEED_(URL|KEYS?|KEY_\w+|SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP)(_\w+)?)$/

/**
 * Returns the values of variables in an environment. Empty variables are unset. The value of `PHOTOFEED_SECRET` may also
 * be in the file that `PHOTOFEED_SECRET_FILE` names, or in the file `PHOTOFEED_SECRET` of systemd's credentials.
 *
 * @throws {UserError} for a variable that is no setting, and for a file that cannot be read.
 */
export function readEnvironment(
  environment: NodeJS.ProcessEnv,
  variables: readonly string[],
): Map<string, string> {
  const values = new Map<string, string>()
  const files = new Map<string, string>()
  const names = [...variables, ...secretVariables.map(fileVariable)]
  for (const [name, value = ''] of Object.entries(environment)) {
    if (!name.startsWith(prefix) || ofOthers.test(name)) continue
    if (!names.includes(name)) {
      throw new UserError(
        `${name} is not a setting. List them with \`photofeed-server start --help\`.`,
      )
    }
    if (value === '') continue
    if (variables.includes(name)) values.set(name, value)
    else files.set(name, value)
  }
  const { CREDENTIALS_DIRECTORY: credentials } = environment
  for (const name of secretVariables) {
    const file = files.get(fileVariable(name))
    if (file !== undefined && values.has(name)) {
      throw new UserError(`${name} and ${fileVariable(name)} are both set. Leave one of them out.`)
    }
    if (values.has(name)) continue
    const text =
      file === undefined
        ? credentials && readText(join(credentials, name), name, { isOptional: true })
        : readText(file, fileVariable(name))
    if (text) values.set(name, text)
  }
  return values
}

const fileVariable = (name: string) => `${name}_FILE`

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

/** Sets variables of `process.env`, where Commander reads options, and returns a function that restores them. */
export function replaceVariables(
  variables: readonly string[],
  values: ReadonlyMap<string, string>,
): () => void {
  const before = new Map(Object.entries(process.env))
  const setTo = (source: ReadonlyMap<string, string | undefined>) => {
    for (const name of variables) {
      const value = source.get(name)
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
  setTo(values)
  return () => setTo(before)
}

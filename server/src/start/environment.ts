import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '@photofeed/core/node'
import { closestMatch } from 'leven'
import type { Setting } from '../settings/setting.ts'

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
  settings: readonly Pick<Setting, 'variable' | 'secret'>[],
): Map<string, string> {
  const known = new Set(settings.map(({ variable }) => variable))
  const secrets = settings.filter(({ secret }) => secret !== null).map(({ variable }) => variable)
  for (const name of secrets) known.add(`${name}_FILE`)
  const values = new Map<string, string>()
  for (const [name, value = ''] of Object.entries(environment)) {
    if (!name.startsWith('PHOTOFEED_') || ofOthers.test(name)) continue
    if (!known.has(name)) {
      const names = [...known].filter((one) => one !== null)
      const meant = closestMatch(name, names, { maxDistance: 2 })
      const question = meant === undefined ? '' : ` Did you mean ${meant}?`
      throw new UserError(
        `${name} is not a setting. List them with \`photofeed-server start --help\`.${question}`,
      )
    }
    if (value !== '') values.set(name, value)
  }
  const { CREDENTIALS_DIRECTORY: credentials } = environment
  for (const name of secrets) {
    if (name === null) continue
    const file = values.get(`${name}_FILE`)
    const credential = credentials && join(credentials, name)
    if (file !== undefined && values.has(name)) {
      throw new UserError(`${name} and ${name}_FILE are both set. Leave one of them out.`)
    }
    if (file !== undefined) values.set(name, readValue(file, `${name}_FILE`))
    else if (credential && !values.has(name) && existsSync(credential))
      values.set(name, readValue(credential, name))
  }
  return values
}

/** Returns the text of a file, which is one line. */
function readValue(file: string, variable: string): string {
  const text = readLine(file, variable)
  if (text) return text
  throw new UserError(
    text === null
      ? `The file ${file} of ${variable} is not one line of UTF-8 text. Write only the value into it.`
      : `The file ${file} of ${variable} is empty. Write the value into it.`,
  )
}

/** Returns null for several lines, and for bytes that a variable cannot have: a NUL would end its value. */
function readLine(file: string, variable: string): string | null {
  try {
    const utf8 = new TextDecoder('utf-8', { fatal: true })
    const text = utf8.decode(readFileSync(file)).replace(/[\r\n]+$/, '')
    return /\p{Cc}/u.test(text) ? null : text
  } catch (error) {
    if (error instanceof TypeError) return null
    const { code } = error as NodeJS.ErrnoException
    throw new UserError(
      `The file ${file} of ${variable} cannot be read (${code}). Check its path and permissions.`,
    )
  }
}

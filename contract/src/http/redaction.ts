import { ContractError } from './contract-error.ts'
import type { WireRequest } from './request-spec.ts'

/** The command that repeats a request. Redaction puts the variables of keys into its double quotes afterwards. */
export function curl({ method, url, headers, body }: WireRequest, isCompressed = false): string {
  const verb = { GET: [], HEAD: ['--head'] }[method] ?? ['-X', method]
  const sent = Object.entries(headers).flatMap(([name, value]) => [
    '-H',
    quoted(`${name}: ${value}`),
  ])
  const data = body === null ? [] : ['-d', quoted(body)]
  const flags = ['-i', '-g', ...(isCompressed ? ['--compressed'] : [])]
  return ['curl', ...flags, ...verb, quoted(url), ...sent, ...data].join(' ')
}

/** An address may come out of a response, so that the shell must fill in nothing of it. */
function quoted(text: string): string {
  return `"${text.replace(/["$`\\]/g, '\\$&').replace(longRun, shortened)}"`
}

/** One sign, two hundred times or more: no one wants to read it in a report. */
const longRun = /(.)\1{199,}/g

function shortened(run: string): string {
  return `${run.charAt(0)}…(× ${run.length})`
}

/** The name of an account whose key was given without one. */
export const onlyAccount = 'account'

/** So many characters identify a key: a text that was cut short may end in a part of one. */
const identifyingLength = 8

/** The variable with the key of an account: `PHOTOFEED_KEY_FREE` of `free`. */
function keyVariable(name: string): string {
  if (name === onlyAccount) return 'PHOTOFEED_KEY'
  return `PHOTOFEED_KEY_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`
}

/**
 * Returns a function that replaces keys, and the spoilt forms of them that rules send, by the shell variable of the account: a
 * readable feed's key must not be in a report, a log or a command that people paste into a ticket.
 *
 * @throws {ContractError} if two accounts have the same name in variables.
 */
export function createRedact(accounts: Readonly<Record<string, string>>) {
  assertNames(Object.keys(accounts))
  const secrets = Object.entries(accounts)
    .filter(([, key]) => key !== '')
    .flatMap(([name, key]) =>
      // A rule sends it as the user name of basic authentication (RFC 7617).
      [key, btoa(`${key}:`)].map((secret) => ({
        secret,
        variable: keyVariable(name),
        pattern: beginningOf(secret),
      })),
    )
  return (text: string): string =>
    secrets.reduce(
      (left, { secret, variable, pattern }) =>
        left.replace(pattern, (part) => {
          if (part.length < secret.length) return `$${variable}…`
          // As Bash writes it in upper case, so that the command repeats the request.
          return part === secret ? `$${variable}` : `\${${variable}^^}`
        }),
      text,
    )
}

function assertNames(names: readonly string[]): void {
  const variables = new Map<string, string>()
  for (const name of names) {
    const other = variables.get(keyVariable(name))
    if (!/^[a-z0-9][a-z0-9_-]{0,39}$/i.test(name))
      throw new ContractError(
        'usage',
        'A name of an account has up to 40 letters, digits, - and _.',
      )
    if (other !== undefined)
      throw new ContractError(
        'usage',
        `The names of the accounts ${other} and ${name} are too similar. Rename one.`,
      )
    variables.set(keyVariable(name), name)
  }
}

/** Matches as much of the secret as there is, from its beginning, in any letter case. */
function beginningOf(secret: string): RegExp {
  const [head, rest] = [secret.slice(0, identifyingLength), [...secret.slice(identifyingLength)]]
  const tail = rest.map((letter) => `(?:${literal(letter)}`).join('') + ')?'.repeat(rest.length)
  return new RegExp(literal(head) + tail, 'gi')
}

export function literal(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}

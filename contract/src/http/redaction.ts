import { ContractError } from './contract-error.ts'
import type { WireRequest } from './request-spec.ts'

/**
 * The command that repeats a request in a POSIX shell. Redaction puts variables into it afterwards; nothing else is filled
 * by the shell, because an address may come out of a response.
 */
export function curl({ method, url, headers, body }: WireRequest): string {
  const verb = { GET: [], HEAD: ['--head'] }[method] ?? ['-X', method]
  const sent = Object.entries(headers).flatMap(([name, value]) => [
    '-H',
    expanding(`${name}: ${value}`),
  ])
  // The shell puts a key into double quotes only.
  const data =
    body === null ? [] : ['-d', /[0-9a-f]{32}/i.test(body) ? expanding(body) : quoted(body)]
  return ['curl', '-i', '-g', ...verb, expanding(url), ...sent, ...data].join(' ')
}

function expanding(text: string): string {
  return `"${text.replace(/["$`\\]/g, '\\$&').replace(longRun, printf)}"`
}

function quoted(text: string): string {
  const run = (letters: string) => `'"${printf(letters)}"'`
  return `'${text.replaceAll("'", `'\\''`).replace(longRun, run)}'`
}

/** One letter, two hundred times or more: no one wants to read it in a report. */
const longRun = /([a-z])\1{199,}/g

/** Prints the letter as often. */
function printf(letters: string): string {
  return `$(printf %0${letters.length}d 0 | tr 0 ${letters.charAt(0)})`
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
  const named = Object.entries(accounts)
    .filter(([, key]) => key !== '')
    .map(([name, key]) => [key, keyVariable(name)] as const)
  const whole = named.flatMap(([key, variable]) => [
    [key, `\${${variable}}`] as const,
    [key.toUpperCase(), `$(printf %s "$${variable}" | tr a-f A-F)`] as const,
    // A rule sends it as the user name of basic authentication (RFC 7617).
    [btoa(`${key}:`), `$(printf %s: "$${variable}" | base64 -w 0)`] as const,
  ])
  const beginnings = named.map(([key, variable]) => [beginningOf(key), variable] as const)
  return (text: string): string => {
    const left = whole.reduce((left, [key, variable]) => left.replaceAll(key, variable), text)
    return beginnings.reduce(
      (left, [beginning, variable]) =>
        left.replace(beginning, (part) => `$(printf %.${part.length}s "$${variable}")`),
      left,
    )
  }
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

/** Matches as much of the secret as there is, from its beginning. */
function beginningOf(secret: string): RegExp {
  const [head, rest] = [secret.slice(0, identifyingLength), [...secret.slice(identifyingLength)]]
  const tail = rest.map((letter) => `(?:${literal(letter)}`).join('') + ')?'.repeat(rest.length)
  return new RegExp(literal(head) + tail, 'g')
}

function literal(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}

/** Replaces keys, and the spoilt forms of them that rules send, by the shell variable that holds the key. */
export type Redact = (text: string) => string

/** So many characters tell which key it is: a text that was cut short may end in a part of one. */
const telling = 8

/** A readable feed's key must not stand in a report, a log or a command that people paste into a ticket. */
export function createRedact(keys: readonly string[]): Redact {
  const named = keys
    .map((key, index) => [key, `PHOTOFEED_KEY${keys.length === 1 ? '' : `_${index + 1}`}`] as const)
    .filter(([key]) => key !== '')
  const whole = named.flatMap(([key, name]) => [
    [key, `\${${name}}`] as const,
    [key.toUpperCase(), `\${${name}^^}`] as const,
  ])
  return (text) => {
    const left = whole.reduce((left, [key, variable]) => left.replaceAll(key, variable), text)
    return named.reduce(
      (left, [key, name]) =>
        left.replace(beginningOf(key), (part) => `\${${name}:0:${part.length}}`),
      left,
    )
  }
}

/** A key with its last character lost. */
export function truncated(key: string): string {
  return key.slice(0, -1)
}

/** Matches as much of the secret as there is, from its beginning. */
function beginningOf(secret: string): RegExp {
  const [head, rest] = [secret.slice(0, telling), [...secret.slice(telling)]]
  const tail = rest.map((letter) => `(?:${literal(letter)}`).join('') + ')?'.repeat(rest.length)
  return new RegExp(literal(head) + tail, 'g')
}

function literal(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}

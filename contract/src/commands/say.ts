import { printable } from '../reporters/printable.ts'
import type { CommandParts } from './command-parts.ts'
import { keysIn } from './keys.ts'

/** A shorter word is no secret, and would hide others. */
const shortestSecret = 4

/** Writes for people to standard error: without keys, also where one stands in the wrong place, and without controls. */
export function createSay(argv: readonly string[], { env, stderr }: CommandParts) {
  const secrets = [...typedKeys(argv), ...keysIn(env.PHOTOFEED_KEY), ...keysIn(env.PHOTOFEED_KEY2)]
    .filter(({ length }) => length >= shortestSecret)
    .toSorted((one, other) => other.length - one.length)
  return (text: string) => {
    const hidden = secrets.reduce((left, secret) => left.replaceAll(secret, '…'), text)
    const lines = hidden.replace(/[0-9a-f]{32,}/gi, '…').split('\n')
    stderr.write(`${lines.map(printable).join('\n').trimEnd()}\n`)
  }
}

function typedKeys(argv: readonly string[]): string[] {
  return argv.flatMap((word, index) => {
    if (/^--key2?$/.test(argv[index - 1] ?? '')) return [word]
    return /^--key2?=(.*)$/s.exec(word)?.[1] ?? []
  })
}

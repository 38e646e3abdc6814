import { expect, test } from 'vitest'
import { explainUsage } from './commands.ts'

const help = '`photofeed-mock --help` lists all options.\n'

test.each([
  [
    "error: unknown option '--prot'\n(Did you mean --port?)",
    'Unknown option --prot. Did you mean --port?',
  ],
  ["error: unknown option '--key=0123456789abcdef'", 'Unknown option --key.'],
  ["error: missing required argument 'email'", "Missing required argument 'email'."],
  [
    "error: option '--port <number>' argument 'abc' is invalid. It must be a whole number.",
    "--port cannot be 'abc'. It must be a whole number.",
  ],
])('%j is explained', (message, sentence) => {
  expect(explainUsage(message, 'photofeed-mock')).toBe(`${sentence}\n${help}`)
})

import { expect, test } from 'vitest'
import { runCommand } from './run-command.ts'

test("with Yarn's Plug'n'Play a command says what to do, and starts nothing", async () => {
  const printed: string[] = []
  const stream = { write: (text: string) => printed.push(text) }
  const output = { stdout: stream, stderr: stream } as unknown as Parameters<typeof runCommand>[1]
  expect(await runCommand(['start'], output, { pnp: '3' })).toBe(1)
  expect(printed).toEqual([
    "The server does not run with Yarn's Plug'n'Play, whose file handles cannot flush what they write. Set nodeLinker: node-modules in .yarnrc.yml, and install again.\n",
  ])
})

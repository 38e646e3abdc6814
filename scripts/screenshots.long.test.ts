import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runCommand } from '../test-support/processes.ts'

test('the pictures of READMEs and manuals show what is there', async () => {
  const program = fileURLToPath(new URL('screenshots.ts', import.meta.url))
  const { code, stderr } = await runCommand(program, '--check')
  expect([code, stderr]).toEqual([0, ''])
}, 300_000)

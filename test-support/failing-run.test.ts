import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))

test('a run in which a test fails ends with a code that says so', async () => {
  const cwd = fileURLToPath(new URL('failing-run/', import.meta.url))
  await expect(
    promisify(execFile)(process.execPath, [vitest, 'run'], { cwd }),
  ).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('1 failed') })
})

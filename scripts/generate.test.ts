import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('the files that follow from the builds are up to date', async () => {
  const script = fileURLToPath(new URL('generate.ts', import.meta.url))
  const check = promisify(execFile)(process.execPath, [script, '--built', '--check'])
  await expect(check).resolves.toMatchObject({ stderr: '' })
})

import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('../../../scripts/generate/api-report.ts', import.meta.url))

test('the reports of the public types are those of the build', async () => {
  await promisify(execFile)(process.execPath, [script, '--check'])
  // All of dist/ is packed, and another test may be packing it at this moment.
  expect(await readdir(new URL('../../dist/', import.meta.url))).not.toContain('api')
})

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'vitest'

const script = fileURLToPath(new URL('../../api-report.ts', import.meta.url))

test('the reports of the public types are those of the build', async () => {
  await promisify(execFile)(process.execPath, [script, '--check'])
})

// The embedded PostgreSQL of all other tests is the newest that is supported. Debian has the oldest.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { run } from '../../../test-support/processes.ts'
import { startCluster } from '../support/postgres/debian-postgres.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folders = [
  'server/src/stores',
  'server/src/work',
  'server/test/stores',
  'server/test/scale-out',
]

test('the tests of the stores pass with PostgreSQL 15', { timeout: 900_000 }, async () => {
  const cluster = await startCluster({
    version: '15',
    settings: ['max_connections=200', 'autovacuum=off', 'jit=off'],
  })
  const rows = await cluster.query('show server_version')
  expect(rows).toEqual([{ server_version: expect.stringMatching(/^15\./) }])
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { output } = await run(
    process.execPath,
    [vitest, 'run', '--project', 'node', '--reporter', 'dot', ...folders],
    {
      cwd: root,
      env: { ...process.env, TEST_POSTGRES: cluster.url, TEST_SCOPE: '', NO_COLOR: '1' },
    },
  )
  expect(output).toMatch(/Test Files {2}\d+ passed/)
})

// The embedded PostgreSQL of all other tests is the newest that is supported. Debian has the oldest.
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { debianCommand } from '../../../test-support/debian-packages.ts'
import { launch, run } from '../../../test-support/processes.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { quietPort } from '../support/ports.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folders = [
  'server/src/stores',
  'server/src/work',
  'server/test/stores',
  'server/test/scale-out',
]

test('the tests of the stores pass with PostgreSQL 15', { timeout: 900_000 }, async () => {
  const bin = '../lib/postgresql/15/bin'
  const initdb = await debianCommand(`${bin}/initdb`, 'postgresql-15')
  // PostgreSQL does not run as root.
  const asPostgres =
    process.getuid?.() === 0
      ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
      : ['env']
  const [command = '', ...prefix] = asPostgres
  const folder = await tempFolder()
  await chmod(folder, 0o777)
  const data = join(folder, 'data')
  const password = join(folder, 'password')
  await writeFile(password, 'photofeed', { mode: 0o644 })
  await run(command, [
    ...[...prefix, initdb, `--pgdata=${data}`, '--locale=C', '--encoding=UTF8'],
    ...['--username=photofeed', '--auth=scram-sha-256', `--pwfile=${password}`],
  ])
  const port = quietPort()
  const options = ['fsync=off', 'max_connections=200', 'autovacuum=off', 'jit=off']
  const server = launch(command, [
    ...[...prefix, await debianCommand(`${bin}/postgres`, 'postgresql-15'), '-D', data],
    ...['-p', String(port), '-k', '', '-h', '127.0.0.1'],
    ...options.flatMap((option) => ['-c', option]),
  ])
  onTestFinished(() => server.stop('SIGINT'))
  await server.waitFor((output) => (output.includes('ready to accept connections') ? true : null))
  const url = `postgres://photofeed:photofeed@127.0.0.1:${port}/postgres`
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query('show server_version')
  await client.end()
  expect(rows).toEqual([{ server_version: expect.stringMatching(/^15\./) }])
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { output } = await run(
    process.execPath,
    [vitest, 'run', '--project', 'node', '--reporter', 'dot', ...folders],
    { cwd: root, env: { ...process.env, TEST_POSTGRES: url, TEST_SCOPE: '', NO_COLOR: '1' } },
  )
  expect(output).toMatch(/Test Files {2}\d+ passed/)
})

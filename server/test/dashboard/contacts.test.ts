import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

test('signing in and connecting contact no other host than the platform', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'photofeed-contacts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const hosts = join(folder, 'hosts')
  const recorder = new URL('../../../test-support/contacted-hosts.ts', import.meta.url).href
  const walk = fileURLToPath(new URL('owner-walk.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', recorder, walk], {
    env: { ...process.env, NODE_ENV: 'production', CONTACTED_HOSTS: hosts },
  })
  expect(stdout).toBe('1 account, 0 errors\n')
  const contacted = (await readFile(hosts, 'utf8')).trim().split('\n')
  expect(new Set(contacted.map((host) => host.split(':', 1)[0]))).toEqual(new Set(['127.0.0.1']))
})

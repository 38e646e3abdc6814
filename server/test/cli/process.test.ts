// What only a process can show: its exit code, its two outputs, and what signals do. All else runs in-process.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { accountScenarios } from '@photofeed/core/scenarios'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startServer } from '../../../testing/command.ts'
import { tempFolder } from '../../../testing/temp-folder.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { bin, commandProcess, startProcess } from '../support/commands.ts'

test('a result is on standard output, a usage error on standard error', async () => {
  expect(await commandProcess('--version')).toEqual({
    ...{ code: 0, stdout: `${packageJson.version}\n`, stderr: '' },
  })
  expect(await commandProcess('start', '--prot', '1')).toEqual({
    ...{ code: 1, stdout: '', stderr: "error: unknown option '--prot'\n(Did you mean --port?)\n" },
  })
})

test('a failed check ends with 1 after its result, and a mistake with one sentence', async () => {
  const data = join(await tempFolder(), 'data')
  expect(await commandProcess('migrate', '--check', '--data', data)).toEqual({
    ...{ code: 1, stderr: '' },
    stdout: 'There is no database yet; the first start makes it.\n',
  })
  expect(await commandProcess('accounts', 'show', 'nobody', '--data', data)).toEqual({
    ...{ code: 1, stdout: '' },
    stderr: 'No account is named nobody. `photofeed-server accounts` lists them.\n',
  })
})

test('the server stops on SIGINT', async () => {
  const data = join(await tempFolder(), 'data')
  const server = await startProcess('--data', data)
  expect(server.ready).toEqual({ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) })
  expect((await fetch(`${server.ready.url}/api/v1/me`)).status).toBe(401)
  expect(await server.stop('SIGINT')).toBe(0)
  expect(server.stderr()).toBe('')
})

test('the demo stops on SIGTERM and leaves no folder behind', async () => {
  const folder = await tempFolder()
  vi.stubEnv('TMPDIR', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  const demo = await startServer<{ url: string }>(bin, 'demo', '--port', '0', '--json')
  expect(demo.ready).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    scenarios: accountScenarios,
  })
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^photofeed-demo-/)])
  expect(await demo.stop('SIGTERM')).toBe(0)
  expect(await readdir(folder)).toEqual([])
})

// What only a process can show: its exit code, its two outputs, and what signals do. All else runs in-process.
import { chmod, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accountScenarios } from '@photofeed/core/scenarios'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runUnread, startServer } from '../../../test-support/processes.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { bin, commandProcess, startProcess } from '../support/commands.ts'

test('a result is on standard output, a usage error on standard error', async () => {
  expect(await commandProcess('--version')).toEqual({
    ...{ code: 0, stdout: `${packageJson.version}\n`, stderr: '' },
  })
  expect(await commandProcess('start', '--prot', '1')).toEqual({
    ...{
      code: 2,
      stdout: '',
      stderr:
        'Unknown option --prot. Did you mean --port?\n`photofeed-server start --help` lists all options.\n',
    },
  })
})

test.each([
  ['stdout', 0, ['--help']],
  ['stderr', 2, ['start', '--prot', '1']],
] as const)('a command whose %s nobody reads ends with %i', async (unread, code, args) => {
  expect(await runUnread(unread, bin, ...args)).toEqual({ code, output: '' })
})

test('no other user can read the data folder, whatever the umask and whatever it was before', async () => {
  const data = join(await tempFolder(), 'data')
  const modes = async () => {
    const names = (await readdir(data)).sort()
    const found = await Promise.all(['', ...names].map((name) => stat(join(data, name))))
    return Object.fromEntries(
      found.map(({ mode }, index) => [['.', ...names][index], (mode & 0o777).toString(8)]),
    )
  }
  const expected = {
    '.': '700',
    ...{ 'photofeed.sqlite': '600', 'photofeed.sqlite-shm': '600', 'photofeed.sqlite-wal': '600' },
    secret: '600',
  }
  const loose = join(await tempFolder(), 'loose.mjs')
  await writeFile(loose, `process.umask(0)\nawait import(${JSON.stringify(bin)})\n`)
  for (const _ of ['new', 'loosened']) {
    const server = await startServer(loose, 'start', '--port', '0', '--json', '--data', data)
    expect(await modes()).toMatchObject(expected)
    await server.stop()
    await chmod(data, 0o755)
    for (const name of await readdir(data)) await chmod(join(data, name), 0o755)
  }
})

test.each(['SIGINT', 'SIGHUP'] as const)('the server stops on %s', async (signal) => {
  const data = join(await tempFolder(), 'data')
  const server = await startProcess('--data', data)
  expect(server.ready).toEqual({ url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) })
  expect((await fetch(`${server.ready.url}/api/v1/me`)).status).toBe(401)
  expect(await server.stop(signal)).toBe(0)
  expect(server.stderr().match(/"msg":"[^"]*"/g)).toEqual([
    '"msg":"The server started."',
    '"msg":"The server stops."',
  ])
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

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npmInstall, pinned } from '../../test-support/npm-install.ts'
import { startServer } from '../../test-support/processes.ts'
import type { Ready } from './cli/command.ts'

const run = promisify(execFile)
const packageFolder = fileURLToPath(new URL('..', import.meta.url))
const megabyte = 1_000_000

interface Packed {
  filename: string
  size: number
  unpackedSize: number
  files: { path: string }[]
}
let packed: Packed
let project: string

/** The packed file, installed into an empty project with its peer. */
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'photofeed-package-'))
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', project], {
    cwd: packageFolder,
  })
  const output = JSON.parse(stdout)
  packed = Array.isArray(output) ? output[0] : Object.values(output)[0]
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  await npmInstall(project, `./${packed.filename}`, await pinned('msw'), await pinned('typescript'))
}, 300_000)
afterAll(() => rm(project, { recursive: true, force: true }))

test('is small enough to ship, and holds nothing but what it needs', () => {
  expect(packed.size).toBeLessThan(3 * megabyte)
  expect(packed.unpackedSize).toBeLessThan(3 * megabyte)
  const folders = new Set(packed.files.map(({ path }) => path.split('/')[0]))
  expect(folders).toEqual(
    new Set([
      ...['LICENSE', 'README.md', 'THIRD_PARTY_LICENSES.txt'],
      ...['assets', 'bin', 'dist', 'package.json'],
    ]),
  )
})

test('its types need no package that is not installed with it, and no skipLibCheck', async () => {
  // Those of the entry for Vitest need Vitest.
  const entries = ['', '/node', '/browser', '/fetch', '/client']
  const code = entries.map((entry) => `export * from '@photofeed/mock-server${entry}'`)
  await writeFile(join(project, 'all.ts'), code.join('\n'))
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', 'all.ts']
  const tsc = join(project, 'node_modules/typescript/bin/tsc')
  const { stdout } = await run(process.execPath, [tsc, ...options], { cwd: project }).catch(
    (error: { stdout: string }) => error,
  )
  expect(stdout).toBe('')
})

test('its command starts', async () => {
  const bin = join(project, 'node_modules/@photofeed/mock-server/bin/photofeed-mock.js')
  const { ready, stop } = await startServer<Ready>(bin, '--port', '0', '--json')
  const page = await fetch(`${ready.url}/__mock`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await stop()).toBe(0)
})

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
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

/** The packed file, installed into an empty project without its peers. */
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'photofeed-package-'))
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', project], {
    cwd: packageFolder,
  })
  const output = JSON.parse(stdout)
  packed = Array.isArray(output) ? output[0] : Object.values(output)[0]
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  await npmInstall(project, `./${packed.filename}`)
}, 300_000)
afterAll(() => rm(project, { recursive: true, force: true }))

test('is small enough to ship, and holds nothing but what it needs', () => {
  expect(packed.size).toBeLessThan(3 * megabyte)
  // Pictures are two thirds of it.
  expect(packed.unpackedSize).toBeLessThan(3.5 * megabyte)
  const folders = new Set(packed.files.map(({ path }) => path.split('/')[0]))
  expect(folders).toEqual(
    new Set([
      ...['LICENSE', 'README.md', 'THIRD_PARTY_LICENSES.txt'],
      ...['bin', 'dist', 'package.json'],
      // For resolvers without `exports`.
      ...['browser', 'client', 'matchers', 'msw', 'node', 'vitest'],
    ]),
  )
})

test('it installs five packages, and no MSW', async () => {
  const { stdout } = await run('npm', ['ls', '--all', '--parseable'], { cwd: project })
  const folders = stdout.trim().split('\n').slice(1)
  expect(folders.map((path) => path.split('node_modules/').at(-1)).toSorted()).toEqual([
    '@commander-js/extra-typings',
    '@photofeed/mock-server',
    'commander',
    'graphql',
    'range-parser',
  ])
})

test('without MSW, its entries load but three, and so do their types in each TypeScript, without skipLibCheck', async () => {
  const entries = ['', '/node', '/client', '/matchers']
  const code = entries.map((entry) => `export * from '@photofeed/mock-server${entry}'`)
  await writeFile(join(project, 'all.ts'), code.join('\n'))
  await run(process.execPath, ['all.ts'], { cwd: project })
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', 'all.ts']
  for (const version of ['5.5.4', '5.9.3', '6.0.2', '7.0.2']) {
    await npmInstall(project, `typescript@${version}`)
    const tsc = join(project, 'node_modules/typescript/bin/tsc')
    const { stdout } = await run(process.execPath, [tsc, ...options], { cwd: project }).catch(
      (error: { stdout: string }) => error,
    )
    expect({ version, stdout }).toEqual({ version, stdout: '' })
  }
  const files = await readdir(join(project, 'node_modules/@photofeed/mock-server/dist'))
  const declarations = files.filter((name) => name.endsWith('.d.ts'))
  const texts = await Promise.all(
    declarations.map((name) =>
      readFile(join(project, 'node_modules/@photofeed/mock-server/dist', name), 'utf8'),
    ),
  )
  const naming = declarations.filter((_, index) => /from 'msw/.test(texts[index] ?? ''))
  expect(naming.toSorted()).toEqual(['browser.d.ts', 'msw.d.ts', 'vitest.d.ts'])
})

test('Jest loads the root in jsdom', async () => {
  await npmInstall(project, await pinned('jest'), await pinned('jest-environment-jsdom'))
  await writeFile(
    join(project, 'root.test.cjs'),
    `const { createMock } = require('@photofeed/mock-server')
test('a mock', async () => {
  const mock = createMock()
  mock.posts('premium').publish()
  expect(mock.key('premium')).toHaveLength(64)
  await expect(mock.fetch('https://photofeed.test/')).rejects.toThrow('use jest-fixed-jsdom')
})`,
  )
  const jest = join(project, 'node_modules/jest/bin/jest.js')
  const options = ['--env=jsdom', '--testMatch=**/*.test.cjs']
  const { stderr } = await run(process.execPath, ['--experimental-vm-modules', jest, ...options], {
    cwd: project,
  })
  expect(stderr).toContain('1 passed')
})

test('its command starts', async () => {
  const bin = join(project, 'node_modules/@photofeed/mock-server/bin/photofeed-mock.js')
  const { ready, stop } = await startServer<Ready>(bin, '--port', '0', '--json')
  const page = await fetch(`${ready.url}/`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await stop()).toBe(0)
})

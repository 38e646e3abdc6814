import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startMockServer } from '@photofeed/mock-server/node'
import { publint } from 'publint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attw, npmInstall } from '../../test-support/npm-install.ts'
import { runCommand } from '../../test-support/processes.ts'
import packageJson from '../package.json' with { type: 'json' }
import { blocks } from './readme/blocks.ts'

const run = promisify(execFile)
const packageFolder = fileURLToPath(new URL('..', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
let project: string
let tarball: string
let files: string[]

/** The packed file, installed alone into an empty project. */
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'photofeed-contract-'))
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', project], {
    cwd: packageFolder,
  })
  const output = JSON.parse(stdout)
  const packed = Array.isArray(output) ? output[0] : Object.values(output)[0]
  tarball = join(project, packed.filename)
  files = packed.files.map(({ path }: { path: string }) => path)
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  await npmInstall(project, tarball)
}, 180_000)
afterAll(() => rm(project, { recursive: true, force: true }))

test('it contains what it needs, and nothing else', () => {
  expect(files.filter((path) => !path.startsWith('dist/')).toSorted()).toEqual([
    'LICENSE',
    'README.md',
    'THIRD_PARTY_LICENSES.txt',
    'bin/photofeed-contract.js',
    'package.json',
    // For resolvers without `exports`.
    'vitest/package.json',
  ])
})

test('publint finds nothing to say', async () => {
  const { messages } = await publint({ pkgDir: packageFolder, strict: true })
  expect(messages).toEqual([])
})

test('types resolve for every kind of consumer of ESM', async () => {
  const args = [...attw, tarball, '--profile', 'esm-only', '--format', 'json']
  const { stdout } = await run('npx', args, { maxBuffer: 64_000_000 })
  const kinds = JSON.parse(stdout).analysis.problems.map(({ kind }: { kind: string }) => kind)
  // What the profile leaves out: require() in TypeScript.
  expect(new Set(kinds)).toEqual(new Set(['CJSResolvesToESM']))
})

test('its command checks a deployment', async () => {
  const mock = await startMockServer({ warnings: 'off' })
  const bin = join(project, 'node_modules/@photofeed/contract/bin/photofeed-contract.js')
  const args = ['--key', mock.key('premium'), '--only', 'key-truncated', '--reporter', 'github']
  const checked = await runCommand(bin, mock.url, ...args)
  const explained = await runCommand(bin, 'explain', 'key-truncated')
  await mock.close()
  expect([checked.code, checked.stdout]).toEqual([0, expect.stringMatching(/^1 rule: 1 passed; /)])
  expect(explained.stdout).toContain(
    'Defined at openapi.yaml#/components/securitySchemes/ApiKey/x-pattern.',
  )
  expect((await runCommand(bin, '--version')).stdout).toBe(`${packageJson.version}\n`)
})

test('the function of the manual is typed, and runs', async () => {
  const example = blocks('ts').find((block) => block.includes('await checkContract(')) ?? ''
  const mock = await startMockServer({ warnings: 'off' })
  const code = `${example}console.log(report.summary.fail, report.summary.pass > 100)\n`
  await writeFile(join(project, 'check.ts'), code.replace('https://feed.example', mock.url))
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2022', strict: true, noEmit: true },
    ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
    lib: ['es2023', 'dom', 'dom.iterable'],
  }
  const tsconfig = JSON.stringify({ compilerOptions, files: ['check.ts'] })
  await writeFile(join(project, 'tsconfig.json'), tsconfig)
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd: project }).catch(
    (error: { stdout: string }) => {
      throw new Error(error.stdout)
    },
  )
  const env = { ...process.env, PHOTOFEED_KEY: mock.key('premium') }
  const { stdout } = await run(process.execPath, ['check.ts'], { cwd: project, env })
  await mock.close()
  expect(stdout).toBe('0 true\n')
})

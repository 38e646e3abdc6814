import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type MockServer, startMockServer } from '../../../mock-server/src/node.ts'
import { namedBlock, readmeBlocks } from './blocks.ts'
import { outcomes, outcomesIn, printed } from './outcomes.ts'
import { programOf, readable, runInNode } from './program.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const blocks = await readmeBlocks()

let mock: MockServer
beforeAll(async () => {
  mock = await startMockServer({ clock: () => Date.UTC(2026, 10, 20), warnings: 'strict' })
})
afterAll(() => mock?.close())

test('every block of the README has an outcome or an excuse', () => {
  expect(Object.keys(outcomes)).toEqual(blocks.map(({ name }) => name))
})

test.each(outcomesIn('node'))('%s runs', async (name, outcome) => {
  const service = { baseUrl: mock.url, apiKey: mock.key(outcome.scenario ?? 'premium') }
  const lines = await runInNode(
    await programOf(await namedBlock(name), service, 'node', outcome.look),
  )
  expect(lines.map((line) => readable(line, service))).toEqual(
    printed(outcome, (pattern) => expect.stringMatching(pattern)),
  )
})

test('every TypeScript block of the README type-checks', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'photofeed-readme-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'blocks'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const typed = blocks.filter(({ language }) => /^tsx?$/.test(language))
  expect(typed.length).toBeGreaterThan(10)
  for (const { name, language, code } of typed) {
    const file = `${name.replaceAll(' ', '-')}.${language}`
    await writeFile(join(folder, 'blocks', file), `${code}\nexport {}\n`)
  }
  const compilerOptions = {
    ...{ module: 'esnext', moduleResolution: 'bundler', target: 'es2022', types: [] },
    ...{ lib: ['es2023', 'dom', 'dom.iterable'], strict: true, noEmit: true, jsx: 'react-jsx' },
    ...{ skipLibCheck: true, allowImportingTsExtensions: true },
    paths: { 'next/image': [join(import.meta.dirname, 'next-image.ts')] },
  }
  const include = ['blocks', join(import.meta.dirname, 'globals.mts')]
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }))
  await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch(
    (error: { stdout: string }) => {
      throw new Error(error.stdout)
    },
  )
})

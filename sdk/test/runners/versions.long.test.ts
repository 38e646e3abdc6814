import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { program } from '../../../element/test/runner-program.ts'
import { npmInstall } from '../../../test-support/npm-install.ts'
import { run } from '../../../test-support/processes.ts'
import { runTest } from '../../../test-support/run-test.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { jestTest, startForRunner, vitestTest } from './runner-tests.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

let mock: Awaited<ReturnType<typeof startForRunner>>
beforeAll(async () => {
  mock = await startForRunner()
})
afterAll(() => mock?.close())

const jest = {
  command: ['jest/bin/jest.js', '--ci'],
  files: { 'jest.config.json': '{}', 'api.test.js': jestTest('undefined', []) },
}
const vitest = {
  command: ['vitest/vitest.mjs', 'run'],
  files: { 'package.json': '{ "type": "module" }', 'api.test.js': vitestTest([]) },
}
const happyDom = {
  command: vitest.command,
  files: {
    'package.json': '{ "type": "module" }',
    'vitest.config.js': `export default { test: { environment: 'happy-dom' } }`,
    // The fetch of happy-dom throws for a 304.
    'api.test.js': vitestTest(['cache']),
    'element.test.js': `import { expect, test } from 'vitest'\nimport '@photofeed/element'\n${program}`,
  },
}

test.each([
  ['jest@28', jest],
  ['jest@29', jest],
  ['vitest@1', vitest],
  ['vitest@2', vitest],
  ['vitest@3', vitest],
  ['vitest@4', vitest],
  ['vitest@5 happy-dom@21', happyDom],
])('the packed packages in %s', { timeout: 300_000 }, async (runner, { command, files }) => {
  const project = await tempFolder()
  const packed = join(project, 'packed')
  await mkdir(packed)
  const workspaces = ['--workspace', 'sdk', '--workspace', 'element']
  await run('npm', ['pack', '--pack-destination', packed, ...workspaces], { cwd: root })
  await writeFile(join(project, 'package.json'), '{ "private": true }')
  const tarballs = (await readdir(packed)).map((name) => join(packed, name))
  await npmInstall(project, ...tarballs, 'fast-xml-parser@5', ...runner.split(' '))
  const installed = join(project, 'node_modules')
  expect(await runTest(command, mock.settings, files, installed)).toBe('passed')
})

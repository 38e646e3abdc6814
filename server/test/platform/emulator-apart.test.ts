import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

const server = fileURLToPath(new URL('../../', import.meta.url))

test('nothing that ships reaches the emulator, also not on demand', async () => {
  const files = await readdir(`${server}src`, { recursive: true })
  const entryPoints = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => `src/${file}`)
  const { metafile } = await build({
    absWorkingDir: server,
    entryPoints,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    outdir: 'nowhere',
  })
  const inputs = Object.keys(metafile.inputs)
  expect(inputs).toContain('src/platform/platform-client.ts')
  expect(inputs.filter((file) => file.startsWith('emulator/'))).toEqual([])
})

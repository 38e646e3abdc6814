import { defineConfig } from 'tsup'
import { writeEntryFolders } from '../scripts/build/entry-folders.ts'
import { collectLicenses } from '../scripts/build/licenses.ts'
import { declarations } from '../scripts/build/typescript.ts'

export default defineConfig({
  entry: { index: 'src/index.ts', vitest: 'src/vitest.ts', cli: 'src/cli.ts' },
  format: 'esm',
  target: 'node22',
  clean: true,
  removeNodeProtocol: false,
  splitting: true,
  // No peer: npm 10 fails to resolve the optional peers of vitest 4.
  external: ['vitest'],
  noExternal: [/^@photofeed\//],
  async onSuccess() {
    writeEntryFolders(import.meta.dirname)
  },
  esbuildPlugins: [collectLicenses('contract')],
  dts: declarations('contract', { index: 'src/index.ts', vitest: 'src/vitest.ts' }),
})

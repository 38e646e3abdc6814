import { defineConfig } from 'tsup'
import { collectLicenses } from '../scripts/build/licenses.ts'
import { declarations } from '../scripts/build/typescript.ts'

export default defineConfig({
  entry: { index: 'src/index.ts', vitest: 'src/vitest.ts', cli: 'src/cli.ts' },
  format: 'esm',
  target: 'node22',
  clean: true,
  removeNodeProtocol: false,
  splitting: true,
  noExternal: [/^@photofeed\//],
  esbuildPlugins: [collectLicenses(import.meta.dirname)],
  dts: declarations('contract', { index: 'src/index.ts', vitest: 'src/vitest.ts' }),
})

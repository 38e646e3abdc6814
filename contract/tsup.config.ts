import { defineConfig } from 'tsup'
import { collectLicenses } from '../testing/release/licenses.ts'

export default defineConfig({
  entry: { index: 'src/index.ts', vitest: 'src/vitest.ts', cli: 'src/cli.ts' },
  format: 'esm',
  target: 'node22',
  clean: true,
  removeNodeProtocol: false,
  splitting: true,
  noExternal: [/^@photofeed\//],
  esbuildPlugins: [collectLicenses(import.meta.dirname).plugin],
  dts: {
    entry: { index: 'src/index.ts', vitest: 'src/vitest.ts' },
    compilerOptions: {
      paths: {
        '@photofeed/openapi': ['../openapi/src/index.ts'],
        '@photofeed/openapi/document': ['../openapi/src/generated/document.ts'],
        '@photofeed/graphql': ['../graphql/src/index.ts'],
      },
    },
  },
})

import { defineConfig } from 'tsup'
import { collectLicenses } from '../testing/release/licenses.ts'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    node: 'src/node.ts',
    browser: 'src/browser.ts',
    cli: 'src/cli.ts',
    'control-page/main': 'src/control-page/main.ts',
  },
  format: 'esm',
  target: 'node22',
  clean: true,
  removeNodeProtocol: false,
  // Each picture becomes a chunk of its own, which a bundler loads when it is asked for.
  splitting: true,
  noExternal: [/^@photofeed\//],
  esbuildPlugins: [collectLicenses(import.meta.dirname).plugin],
  dts: {
    entry: { index: 'src/index.ts', node: 'src/node.ts', browser: 'src/browser.ts' },
    compilerOptions: {
      paths: {
        '@photofeed/core': ['../core/src/index.ts'],
        '@photofeed/core/*': ['../core/src/*/index.ts'],
        '@photofeed/openapi': ['../openapi/src/index.ts'],
        '@photofeed/graphql': ['../graphql/src/index.ts'],
      },
    },
  },
})

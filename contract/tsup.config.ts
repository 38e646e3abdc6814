import { copyFile, mkdir } from 'node:fs/promises'
import { defineConfig } from 'tsup'
import { collectLicenses } from '../testing/release/licenses.ts'

const definitions = new URL('definitions/', import.meta.url)

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
  async onSuccess() {
    // Reports name their lines, so they travel with the package.
    await mkdir(definitions, { recursive: true })
    for (const file of ['openapi/openapi.yaml', 'graphql/schema.graphql']) {
      await copyFile(
        new URL(`../${file}`, import.meta.url),
        new URL(file.split('/').at(-1) as string, definitions),
      )
    }
  },
})

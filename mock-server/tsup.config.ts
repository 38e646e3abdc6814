import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { transform } from 'esbuild'
import { defineConfig } from 'tsup'
import { writeEntryFolders } from '../scripts/build/entry-folders.ts'
import { collectLicenses } from '../scripts/build/licenses.ts'
import { declarations } from '../scripts/build/typescript.ts'

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    node: 'src/node.ts',
    browser: 'src/browser.ts',
    'browser-in-node': 'src/browser-in-node.ts',
    msw: 'src/msw.ts',
    client: 'src/client.ts',
    matchers: 'src/matchers.ts',
    vitest: 'src/vitest.ts',
    cli: 'src/cli/cli.ts',
  },
  format: 'esm',
  target: 'node22',
  clean: true,
  removeNodeProtocol: false,
  // Each picture becomes a separate chunk, which loads when it is requested.
  splitting: true,
  // No peer: npm 10 fails to resolve the optional peers of vitest 4.
  external: ['vitest'],
  // leven is an ES module, which Jest would have to transform beside this package.
  noExternal: [/^@photofeed\//, 'zod', 'leven'],
  loader: { '.css': 'text' },
  esbuildPlugins: [collectLicenses('mock-server', 'mock-server-pages', 'element')],
  async onSuccess() {
    writeEntryFolders(import.meta.dirname)
    // Of a library that nobody debugs here, and larger than the rest of the code.
    for (const file of globSync(`${import.meta.dirname}/dist/certificate-*.js`)) {
      const { code } = await transform(await readFile(file, 'utf8'), { minify: true })
      await writeFile(file, code)
    }
  },
  dts: declarations('mock-server', {
    index: 'src/index.ts',
    node: 'src/node.ts',
    browser: 'src/browser.ts',
    msw: 'src/msw.ts',
    client: 'src/client.ts',
    matchers: 'src/matchers.ts',
    vitest: 'src/vitest.ts',
  }),
})

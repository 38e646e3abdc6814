import { copyFileSync, writeFileSync } from 'node:fs'
import { document } from '@photofeed/openapi/document'
import { defineConfig } from 'tsup'
import { collectLicenses } from '../scripts/build/licenses.ts'
import { declarations } from '../scripts/build/typescript.ts'

const entry = {
  index: 'src/index.ts',
  images: 'src/images.ts',
  query: 'src/tanstack-query.ts',
  graphql: 'src/graphql.ts',
  rss: 'src/rss.ts',
  element: 'src/element/index.ts',
  render: 'src/render.ts',
}

export default defineConfig({
  entry,
  format: ['esm', 'cjs'],
  target: 'es2022',
  clean: true,
  treeshake: true,
  // An error that one entry throws is an instance of the class that another exports, in CommonJS too.
  splitting: true,
  // The definitions, for code generators of users.
  async onSuccess() {
    copyFileSync(new URL('../graphql/schema.graphql', import.meta.url), 'dist/schema.graphql')
    writeFileSync('dist/openapi.json', JSON.stringify(document, null, 2))
  },
  // The contract is private to this repository, so its facts travel inside the package; graphql-request does, so that
  // it can be taken without what it does not use here.
  noExternal: [/^@photofeed\//, /^graphql/],
  esbuildPlugins: [
    collectLicenses(import.meta.dirname),
    {
      // graphql-request imports a parser that it never calls when operation names are left out.
      name: 'graphql-without-its-parser',
      setup(build) {
        build.onResolve({ filter: /^graphql$/ }, () => ({
          path: 'graphql',
          namespace: 'printer',
          sideEffects: false,
        }))
        build.onLoad({ filter: /.*/, namespace: 'printer' }, () => ({
          resolveDir: import.meta.dirname,
          contents: [
            "export { Kind } from 'graphql/language/kinds.mjs'",
            "export { print } from 'graphql/language/printer.mjs'",
            'export const parse = undefined',
          ].join('\n'),
        }))
      },
    },
  ],
  // The last two add types to `./element` and share its code.
  dts: declarations('sdk', {
    ...entry,
    'element-react': 'src/element/react.ts',
    'element-vue': 'src/element/vue.ts',
  }),
})

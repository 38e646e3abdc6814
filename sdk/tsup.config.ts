import { copyFileSync, writeFileSync } from 'node:fs'
import { document } from '@photofeed/openapi/document'
import { defineConfig } from 'tsup'
import { collectLicenses } from '../scripts/build/licenses.ts'
import { declarations } from '../scripts/build/typescript.ts'
import { buildEmbed } from './build-embed.ts'

const entry = {
  index: 'src/index.ts',
  images: 'src/images.ts',
  query: 'src/tanstack-query.ts',
  graphql: 'src/graphql.ts',
  rss: 'src/rss.ts',
  cache: 'src/cache.ts',
  astro: 'src/astro.ts',
  element: 'src/element/index.ts',
  render: 'src/render.ts',
}

const licenses = collectLicenses(import.meta.dirname)

export default defineConfig({
  entry,
  format: ['esm', 'cjs'],
  target: 'es2022',
  clean: true,
  treeshake: true,
  // An error that one entry throws is an instance of the class that another exports, in CommonJS too.
  splitting: true,
  // Read by sdk/test/package/libraries.test.ts; not published.
  metafile: true,
  esbuildOptions(options) {
    // Escapes would double the size of most languages.
    options.charset = 'utf8'
  },
  // The definitions, for code generators of users.
  async onSuccess() {
    copyFileSync(new URL('../graphql/schema.graphql', import.meta.url), 'dist/schema.graphql')
    writeFileSync('dist/openapi.json', JSON.stringify(document, null, 2))
    await buildEmbed('dist', licenses)
  },
  // The contract is private to this repository, so its facts travel inside the package; graphql-request does, so that
  // it can be taken without what it does not use here.
  noExternal: [/^@photofeed\//, /^graphql/, /^@0no-co/],
  esbuildPlugins: [
    licenses,
    {
      // A parser and printer of a quarter of the size; graphql-request needs both.
      name: 'small-graphql',
      setup(build) {
        build.onResolve({ filter: /^graphql$/ }, () =>
          build.resolve('@0no-co/graphql.web', {
            resolveDir: import.meta.dirname,
            kind: 'import-statement',
          }),
        )
      },
    },
  ],
  // The last four add types to `./element` and share its code.
  dts: declarations('sdk', {
    ...entry,
    'element-react': 'src/element/react.ts',
    'element-preact': 'src/element/preact.ts',
    'element-solid': 'src/element/solid.ts',
    'element-vue': 'src/element/vue.ts',
  }),
})

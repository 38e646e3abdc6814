import { copyFileSync, writeFileSync } from 'node:fs'
import { document } from '@photofeed/openapi/document'
import { defineConfig } from 'tsup'
import { writeEntryFolders } from '../scripts/build/entry-folders.ts'
import { collectLicenses } from '../scripts/build/licenses.ts'
import { toOpenapi30 } from '../scripts/build/openapi-3.0.ts'
import { requireOnDemand } from '../scripts/build/require-on-demand.ts'
import { smallGraphql } from '../scripts/build/small-graphql.ts'
import { declarations } from '../scripts/build/typescript.ts'

const entry = {
  index: 'src/entries/index.ts',
  rest: 'src/entries/rest.ts',
  images: 'src/entries/images.ts',
  query: 'src/entries/query.ts',
  graphql: 'src/entries/graphql.ts',
  rss: 'src/entries/rss.ts',
  cache: 'src/entries/cache.ts',
  astro: 'src/entries/astro.ts',
}

/** Without the operations that code generators should skip. */
function withoutInternal(paths: Readonly<Record<string, object>>) {
  const publicOf = (item: object) =>
    Object.entries(item).filter(([, operation]) => !operation['x-internal'])
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [path, Object.fromEntries(publicOf(item))]),
  )
}

export default defineConfig({
  entry,
  format: ['esm', 'cjs'],
  target: 'es2022',
  clean: true,
  treeshake: true,
  // An error that one entry throws is an instance of the class that another exports, in CommonJS too.
  splitting: true,
  plugins: [requireOnDemand],
  // Read by sdk/test/package/libraries.test.ts; not published.
  metafile: true,
  // The definitions, for code generators of users.
  async onSuccess() {
    writeEntryFolders(import.meta.dirname)
    copyFileSync(new URL('../graphql/schema.graphql', import.meta.url), 'dist/schema.graphql')
    const definition = {
      ...document,
      paths: withoutInternal(document.paths as Record<string, object>),
    }
    writeFileSync('dist/openapi.json', JSON.stringify(definition, null, 2))
    writeFileSync('dist/openapi-3.0.json', JSON.stringify(toOpenapi30(definition), null, 2))
  },
  // The contract is private to this repository, so its facts travel inside the package; graphql-request does, so that
  // it can be taken without what it does not use here.
  noExternal: [/^@photofeed\//, /^graphql/, /^@0no-co/],
  esbuildPlugins: [collectLicenses('sdk'), smallGraphql],
  dts: declarations('sdk', entry),
})

import { defineConfig } from 'tsup'
import { writeEntryFolders } from '../scripts/build/entry-folders.ts'
import { collectLicenses } from '../scripts/build/licenses.ts'
import { requireOnDemand } from '../scripts/build/require-on-demand.ts'
import { smallGraphql } from '../scripts/build/small-graphql.ts'
import { declarations } from '../scripts/build/typescript.ts'
import { buildEmbed } from './build-embed.ts'

const entry = { element: 'src/entries/element.ts', render: 'src/entries/render.ts' }
const licenses = collectLicenses('element')

export default defineConfig({
  entry,
  format: ['esm', 'cjs'],
  target: 'es2022',
  clean: true,
  treeshake: true,
  splitting: true,
  plugins: [requireOnDemand],
  esbuildOptions(options) {
    // Escapes would double the size of most languages.
    options.charset = 'utf8'
  },
  async onSuccess() {
    writeEntryFolders(import.meta.dirname)
    await buildEmbed('dist', licenses, smallGraphql)
  },
  // A page with both has one SDK. Facts of the contract travel inside the package.
  external: [/^@photofeed\/sdk/],
  noExternal: [/^@photofeed\/openapi/],
  esbuildPlugins: [licenses],
  // The last four add types to the element and share its code.
  dts: declarations('element', {
    ...entry,
    react: 'src/entries/react.ts',
    preact: 'src/entries/preact.ts',
    solid: 'src/entries/solid.ts',
    vue: 'src/entries/vue.ts',
  }),
})

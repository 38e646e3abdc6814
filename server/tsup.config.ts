import { cp, rm } from 'node:fs/promises'
import { defineConfig } from 'tsup'
import { collectLicenses } from '../scripts/build/licenses.ts'
import { bundlePages, writePages } from './browser/build.ts'
import { compressFiles } from './browser/compress.ts'

const assets = new URL('assets/', import.meta.url)
const demo = new URL('demo/', assets)
const embed = new URL('embed/', assets)
const element = new URL('../element/dist/', import.meta.url)
const licenses = collectLicenses('server', 'element')

export default defineConfig({
  entry: ['cli/cli.ts'],
  format: 'esm',
  target: 'node24',
  clean: true,
  // node:sqlite has no name without its prefix.
  removeNodeProtocol: false,
  noExternal: [/^@photofeed\//],
  esbuildPlugins: [licenses],
  async onSuccess() {
    await bundlePages(new URL('dashboard/', assets), licenses)
    await writePages(assets)
    await rm(embed, { recursive: true, force: true })
    for (const name of ['photo-feed.js', 'photo-feed']) {
      await cp(new URL(name, element), new URL(name, embed), { recursive: true })
    }
    for (const folder of [new URL('dashboard/', assets), embed]) await compressFiles(folder)
    // The originals only: the server resizes them itself.
    await rm(demo, { recursive: true, force: true })
    await cp(new URL('../core/media/', import.meta.url), demo, {
      recursive: true,
      filter: (path) => !/\.(jpg|webp)$/.test(path) || path.endsWith('1200.jpg'),
    })
  },
})

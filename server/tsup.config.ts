import { copyFile, cp, mkdir, rm } from 'node:fs/promises'
import { defineConfig } from 'tsup'
import { bundlePages } from './browser/build.ts'

const assets = new URL('assets/', import.meta.url)
const demo = new URL('demo/', assets)

export default defineConfig({
  entry: ['cli.ts'],
  format: 'esm',
  target: 'node24',
  clean: true,
  sourcemap: true,
  // node:sqlite has no name without its prefix.
  removeNodeProtocol: false,
  noExternal: [/^@photofeed\//],
  async onSuccess() {
    await mkdir(assets, { recursive: true })
    // The reference's script is a build-time dependency, so that installing the server does not bring its whole tree along.
    await copyFile(
      new URL('browser/standalone.js', import.meta.resolve('@scalar/api-reference')),
      new URL('scalar.js', assets),
    )
    await bundlePages(new URL('dashboard/', assets))
    // The originals only: the server resizes them itself.
    await rm(demo, { recursive: true, force: true })
    await cp(new URL('../core/media/', import.meta.url), demo, {
      recursive: true,
      filter: (path) => !/\.(jpg|webp)$/.test(path) || path.endsWith('1200.jpg'),
    })
  },
})

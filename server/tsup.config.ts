import { copyFile } from 'node:fs/promises'
import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/cli.ts'],
  format: 'esm',
  target: 'node24',
  clean: true,
  sourcemap: true,
  // node:sqlite has no name without its prefix.
  removeNodeProtocol: false,
  noExternal: [/^@photofeed\//],
  // The reference's script is a build-time dependency, so that installing the server does not bring its whole tree along.
  onSuccess: () =>
    copyFile(
      new URL('browser/standalone.js', import.meta.resolve('@scalar/api-reference')),
      new URL('assets/scalar.js', import.meta.url),
    ),
})

import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { type EntryName, entries } from './entries.ts'

export interface Bundle {
  /** Minified and gzipped. */
  bytes: number
  /** The minified code. */
  code: string
  /** Every file that is part of it. */
  inputs: string[]
  /** Imports that were left to the runtime. */
  imports: string[]
}

/** An entry as a browser bundle, made from the built package. */
export async function bundle(name: EntryName): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL(`../../dist/${entries[name].file}.js`, import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    // Neutral resolves no Node built-in, so one that is imported fails the build.
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['import'],
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  return {
    code: outputFiles[0]?.text ?? '',
    bytes: gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length,
    inputs: Object.keys(metafile.inputs),
    imports: Object.values(metafile.inputs)
      .flatMap(({ imports }) => imports)
      .filter(({ external }) => external)
      .map(({ path }) => path),
  }
}

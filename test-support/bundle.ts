import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build, type Metafile } from 'esbuild'

export interface Bundle {
  /** Minified and gzipped, without what is loaded on demand. */
  bytes: number
  /** The minified code. */
  code: string
  /** Every file that is part of it. */
  inputs: string[]
  /** Imports that were left to the runtime. */
  imports: string[]
}

/** An entry as a browser bundle, made from the built package in a folder of this repository. */
export function bundle(folder: string, file: string): Promise<Bundle> {
  const entry = fileURLToPath(new URL(`../${folder}/dist/${file}.js`, import.meta.url))
  return bundleFor({ entryPoints: [entry] }, `dist/${file}.js`)
}

/** The module of a page as a bundle. It imports packages as users do, not by the paths of this repository. */
export function bundlePage(contents: string): Promise<Bundle> {
  return bundleFor({ stdin: { contents, resolveDir: import.meta.dirname } }, '<stdin>')
}

async function bundleFor(options: BuildOptions, entry: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    ...options,
    bundle: true,
    splitting: true,
    outdir: '.',
    minify: true,
    format: 'esm',
    target: 'es2022',
    // Neutral resolves no Node built-in, so one that is imported fails the build.
    platform: 'neutral',
    define: { 'process.env.NODE_ENV': '"production"' },
    mainFields: ['module', 'main'],
    conditions: ['import'],
    tsconfigRaw: {},
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  const chunks = Object.entries(metafile.outputs)
  // What is loaded on demand has an entry point too.
  const [first = ''] = chunks.find(([, { entryPoint }]) => entryPoint?.endsWith(entry)) ?? []
  const loaded = loadedBy(first, metafile)
  const files = (outputFiles ?? []).filter(({ path }) => loaded.has(relative(process.cwd(), path)))
  const code = files.map(({ text }) => text).join('\n')
  return {
    code,
    bytes: gzipSync(code, { level: 9 }).length,
    inputs: chunks
      .filter(([name]) => loaded.has(name))
      .flatMap(([, { inputs }]) => Object.keys(inputs)),
    imports: Object.values(metafile.inputs)
      .flatMap(({ imports }) => imports)
      .filter(({ external }) => external)
      .map(({ path }) => path),
  }
}

/** A file of the bundle with all that it imports. */
function loadedBy(name: string, metafile: Metafile, loaded = new Set<string>()): Set<string> {
  if (loaded.has(name)) return loaded
  loaded.add(name)
  for (const { kind, path } of metafile.outputs[name]?.imports ?? []) {
    if (kind === 'import-statement') loadedBy(path, metafile, loaded)
  }
  return loaded
}

// Puts every mutant of core into one copy of the mock server, switched by a global: StrykerJS's instrumenter does the rest.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { installOnce } from '../../../test-support/npm-install.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The files of core that decide responses. */
const mutatedFiles = [
  ...['accounts', 'handle', 'me', 'media-url', 'memory-store', 'page', 'post-selection', 'posts'],
  ...['problems', 'query', 'request', 'respond', 'rss', 'timestamp', 'xml'],
  ...['cost', 'graphql', 'operation', 'resolvers'].map((name) => `graphql/${name}`),
].map((name) => `core/src/${name}.ts`)

export interface Mutant {
  id: string
  file: string
  line: number
  /** The code in its place. */
  replacement: string
  /** Whether its code runs when the module is loaded. */
  isStatic: boolean
}

export interface Instrumented {
  /** The path of a module that exports `createService`. */
  service: string
  mutants: Mutant[]
}

/** What is used of StrykerJS. */
interface Stryker {
  createInjector(): Injector
  createInstrumenter(injector: Injector): {
    instrument(sources: readonly object[], options: object): Promise<StrykerResult>
  }
}

interface Injector {
  provideValue(name: string, value: unknown): Injector
}

interface StrykerResult {
  files: { name: string; content: string }[]
  mutants: {
    id: string
    fileName: string
    location: { start: { line: number } }
    replacement: string
    static?: boolean
  }[]
}

async function loadStryker(): Promise<Stryker> {
  const folder = await installOnce('stryker', '@stryker-mutator/instrumenter@10.1.1')
  const file = join(folder, 'stryker.js')
  await writeFile(
    file,
    `export * from '@stryker-mutator/instrumenter'\nexport { createInjector } from 'typed-inject'\n`,
  )
  return import(pathToFileURL(file).href)
}

const silent = () => {}
const logger = {
  ...{ trace: silent, debug: silent, info: silent, warn: silent, error: silent, fatal: silent },
  ...Object.fromEntries(
    ['Trace', 'Debug', 'Info', 'Warn', 'Error', 'Fatal'].map((level) => [
      `is${level}Enabled`,
      () => false,
    ]),
  ),
}

/** Builds the mock server with all mutants in it. */
export async function instrument(): Promise<Instrumented> {
  const sources = await Promise.all(
    mutatedFiles.map(async (file) => {
      const name = join(root, file)
      return { name, mutate: true, content: await readFile(name, 'utf8') }
    }),
  )
  const { createInjector, createInstrumenter } = await loadStryker()
  const injector = createInjector()
    .provideValue('logger', logger)
    .provideValue('getLogger', () => logger)
    .provideValue('options', {})
  const result = await createInstrumenter(injector).instrument(sources, {
    ...{ plugins: [], excludedMutations: [], ignorers: [], noHeader: false },
    mutator: { plugins: null, excludedMutations: [], noHeader: false },
  })
  const instrumented = new Map(result.files.map(({ name, content }) => [name, content]))
  const folder = join(root, '.cache', 'core-mutants')
  await mkdir(folder, { recursive: true })
  const service = join(folder, 'service.mjs')
  await build({
    entryPoints: [fileURLToPath(new URL('service.ts', import.meta.url))],
    outfile: service,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    packages: 'external',
    alias: aliases(),
    logLevel: 'error',
    plugins: [
      {
        name: 'mutants',
        setup({ onLoad }) {
          onLoad({ filter: /core[\\/]src[\\/].*\.ts$/ }, async ({ path }) => ({
            contents: instrumented.get(path) ?? (await readFile(path, 'utf8')),
            loader: 'ts',
          }))
        },
      },
    ],
  })
  const mutants = result.mutants.map(
    ({ id, fileName, location, replacement, static: isStatic }): Mutant => ({
      id,
      file: fileName.slice(root.length),
      line: location.start.line + 1,
      replacement: replacement.replace(/\s+/g, ' ').slice(0, 120),
      isStatic: isStatic ?? false,
    }),
  )
  return { service, mutants }
}

/** Packages of this repository, which esbuild would leave out as external. */
function aliases(): Record<string, string> {
  return {
    '@photofeed/core/scenarios': join(root, 'core/src/scenarios/index.ts'),
    '@photofeed/core': join(root, 'core/src/index.ts'),
    '@photofeed/openapi': join(root, 'openapi/src/index.ts'),
    '@photofeed/graphql': join(root, 'graphql/src/index.ts'),
    '@photofeed/sdk': join(root, 'sdk/src/index.ts'),
  }
}

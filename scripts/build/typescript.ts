import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** TypeScript 7, a native program. It has no API yet, so tools that use the compiler's API have TypeScript 5. */
export const tsc = join(root, 'node_modules/typescript-7/bin/tsc')

/** The sources of our private packages, whose types published declarations contain. */
const privatePackages = {
  '@photofeed/core': 'core/src/index.ts',
  '@photofeed/core/*': 'core/src/*/index.ts',
  '@photofeed/openapi': 'openapi/src/index.ts',
  '@photofeed/openapi/document': 'openapi/src/generated/document.ts',
  '@photofeed/graphql': 'graphql/src/index.ts',
  '@photofeed/graphql/operations': 'graphql/src/generated/operations.ts',
}

/**
 * Returns tsup's option `dts` for entries of a package. TypeScript 7 writes a declaration file for each module, and tsup
 * bundles them; from sources, it would write them with TypeScript 5, which takes most of a build.
 */
export function declarations(packageName: string, entry: Readonly<Record<string, string>>) {
  // The temporary folder may be on another drive on Windows, and what is in node_modules would not be bundled.
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'declarations-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const declared = (file: string) => join(folder, file.replace(/\.ts$/, '.d.ts'))
  const pathsTo = (place: (file: string) => string) =>
    Object.fromEntries(Object.entries(privatePackages).map(([name, file]) => [name, [place(file)]]))
  const config = join(folder, 'tsconfig.json')
  const packageFolder = join(root, packageName)
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        noEmitOnError: true,
        // Constructors of errors, for example.
        stripInternal: true,
        rootDir: root,
        outDir: folder,
        typeRoots: [join(root, 'node_modules/@types')],
        // TypeScript writes no declarations of what it finds in node_modules.
        paths: pathsTo((file) => join(root, file)),
      },
      files: Object.values(entry).map((file) => join(packageFolder, file)),
      include: [join(packageFolder, 'src/**/*.d.ts')],
    }),
  )
  execFileSync(process.execPath, [tsc, '-p', config, '--singleThreaded'], { stdio: 'inherit' })
  return {
    entry: Object.fromEntries(
      Object.entries(entry).map(([name, file]) => [name, declared(join(packageName, file))]),
    ),
    compilerOptions: { paths: pathsTo(declared) },
  }
}

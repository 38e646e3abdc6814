import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Target = string | { readonly [condition: string]: Target }

/** Returns the file of the first of these conditions that the entry has. */
function fileOf(target: Target | undefined, conditions: readonly string[]): string | undefined {
  if (typeof target !== 'object') return target
  const condition = conditions.find((name) => target[name] !== undefined)
  return condition && fileOf(target[condition], conditions)
}

/**
 * Writes a folder with a package.json for each entry of a package: resolvers that do not read `exports`, such as those of webpack 4,
 * browserify, eslint-plugin-import and TypeScript's `node10`, find the entry there.
 */
export function writeEntryFolders(folder: string): void {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports: Record<string, Target>
  }
  for (const [entry, target] of Object.entries(exports)) {
    if (entry === '.' || typeof target === 'string') continue
    const from = (file: string | undefined) => file?.replace(/^\./, '..')
    const fields = {
      main: from(fileOf(target, ['require', 'default', 'import'])),
      module: from(fileOf(target, ['import', 'default'])),
      types: from(fileOf(target, ['require', 'types', 'import'])),
    }
    mkdirSync(join(folder, entry), { recursive: true })
    writeFileSync(join(folder, entry, 'package.json'), `${JSON.stringify(fields, null, 2)}\n`)
  }
}

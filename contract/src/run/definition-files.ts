import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export type DefinitionFile = 'openapi.yaml' | 'schema.graphql'

/** The URL of a file of the package's folder `definitions`. */
function definitionUrl(file: string): URL {
  // The build is one folder below the package, this file is two.
  const [built, source] = ['../definitions/', '../../definitions/'].map(
    (folder) => new URL(folder + file, import.meta.url),
  ) as [URL, URL]
  return existsSync(built) ? built : source
}

/** The path of a definition from the current folder, when it lies below; else the path within the package. */
export function definitionPath(file: DefinitionFile): string {
  const path = relative(process.cwd(), fileURLToPath(definitionUrl(file)))
  const isBelow = !path.startsWith('..') && !isAbsolute(path)
  return isBelow ? path.replaceAll(sep, '/') : `definitions/${file}`
}

export function definitionText(file: DefinitionFile): string {
  return readFileSync(definitionUrl(file), 'utf8')
}

let lines: Record<string, number> | undefined

/** The line of a place that a rule names. */
export function definitionLine(pointer: string): number {
  lines ??= JSON.parse(readFileSync(definitionUrl('lines.json'), 'utf8')) as typeof lines
  return lines?.[pointer] ?? 1
}

/** A place in a definition, the same in every version that has it: `openapi.yaml#/components/schemas/Post`. */
export function definitionReference(place: { file: DefinitionFile; pointer: string }): string {
  return `${place.file}#${place.pointer.replace('#', '')}`
}

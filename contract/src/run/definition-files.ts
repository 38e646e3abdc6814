import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export type DefinitionFile = 'openapi.yaml' | 'schema.graphql'

/** The definitions as they travel with the package; `definitions.ts` writes them. */
const folder = ['../definitions/', '../../definitions/']
  // The build is one folder below the package, this file is two.
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(url)) as URL

/** The path of a definition from the current folder, when it lies below; else the path within the package. */
export function definitionPath(file: DefinitionFile): string {
  const path = relative(process.cwd(), fileURLToPath(new URL(file, folder)))
  const isBelow = !path.startsWith('..') && !isAbsolute(path)
  return isBelow ? path.replaceAll(sep, '/') : `definitions/${file}`
}

export function definitionText(file: DefinitionFile): string {
  return readFileSync(new URL(file, folder), 'utf8')
}

let lines: Record<string, number> | undefined

/** The line of a place that a rule names. */
export function definitionLine(pointer: string): number {
  lines ??= JSON.parse(readFileSync(new URL('lines.json', folder), 'utf8')) as typeof lines
  return lines?.[pointer] ?? 1
}

/** A place in a definition, the same in every version that has it: `openapi.yaml#/components/schemas/Post`. */
export function definitionReference(place: { file: DefinitionFile; pointer: string }): string {
  return `${place.file}#${place.pointer.replace('#', '')}`
}

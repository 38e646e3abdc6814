import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DefinitionPlace } from './report.ts'

type DefinitionFile = DefinitionPlace['file']

/** The definitions as they travel with the package; the build copies them. */
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

// This file stands at the top of src/, so that the folder is found from dist/ as well.
import { readFileSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DefinitionPlace } from './run/report.ts'

type DefinitionFile = DefinitionPlace['file']

/** The definitions as they travel with the package; the build copies them. */
const folder = new URL('../definitions/', import.meta.url)

/** The path of a definition from the current folder, when it lies below; else the path within the package. */
export function definitionPath(file: DefinitionFile): string {
  const path = relative(process.cwd(), fileURLToPath(new URL(file, folder)))
  const isBelow = !path.startsWith('..') && !isAbsolute(path)
  return isBelow ? path.replaceAll(sep, '/') : `definitions/${file}`
}

export function definitionText(file: DefinitionFile): string {
  return readFileSync(new URL(file, folder), 'utf8')
}

import { readFileSync } from 'node:fs'

export const root = new URL('../', import.meta.url)

/** The folders of the published packages, in the order in which a reader meets them. */
export const packageFolders = ['sdk', 'element', 'mock-server', 'contract', 'server'] as const

/** The part of a package.json that releases read. */
export interface Manifest {
  name: string
  version: string
  description: string
  keywords: string[]
  files: string[]
  license: string
  homepage: string
  repository: object
  bin?: Record<string, string>
  engines: { node: string }
  publishConfig: Record<string, unknown>
}

export function readText(path: string): string {
  return readFileSync(new URL(path, root), 'utf8')
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readText(`${folder}/package.json`))
}

/** Returns the name that `npm pack` gives to the packed file of a package. */
export function tarballName({ name, version }: Manifest): string {
  return `${name.slice(1).replace('/', '-')}-${version}.tgz`
}

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
  license: string
  repository: { type: string; url: string; directory: string }
  homepage: string
  bugs: { url: string }
  bin?: Record<string, string>
  engines: { node: string }
  files: string[]
  publishConfig: Record<string, unknown>
}

export function readText(path: string): string {
  return readFileSync(new URL(path, root), 'utf8')
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readText(`${folder}/package.json`))
}

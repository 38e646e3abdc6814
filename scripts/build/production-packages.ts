// Copies the packages that a workspace needs at run time, in the versions of the lockfile, into the node_modules of a folder:
// `node scripts/build/production-packages.ts server /app`. The Containerfile runs it after `npm ci`.
// `npm ci --omit=dev` would also install what is only an optional peer, such as Vitest: half of the files.
import { cpSync, existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readText, root } from '../packages.ts'

interface LockedPackage {
  /** Whether nothing fails without it, as on another platform. */
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** A package-lock.json: packages by their folder, such as `node_modules/zod`. */
export interface Lockfile {
  packages: Record<string, LockedPackage>
}

/** Returns the folders of the packages that a workspace needs at run time, those for other platforms too. */
export function productionPackages({ packages }: Lockfile, workspace: string): string[] {
  const folders = new Set([workspace])
  for (const folder of folders) {
    for (const name of neededBy(packages[folder] ?? {})) {
      folders.add(placeOf(packages, folder, name))
    }
  }
  folders.delete(workspace)
  return [...folders]
}

function neededBy({
  dependencies,
  optionalDependencies,
  peerDependencies = {},
  peerDependenciesMeta = {},
}: LockedPackage): string[] {
  const peers = Object.keys(peerDependencies).filter(
    (name) => !peerDependenciesMeta[name]?.optional,
  )
  return Object.keys({ ...dependencies, ...optionalDependencies }).concat(peers)
}

/** Finds a package as Node does: in the folder's node_modules, then in those of the folders above. */
function placeOf(packages: Lockfile['packages'], folder: string, name: string): string {
  for (let at = folder; ; at = at.replace(/(^|\/)(node_modules\/)?(@[^/]+\/)?[^/]+$/, '')) {
    const place = join(at, 'node_modules', name)
    if (packages[place]) return place
    if (at === '') throw new Error(`package-lock.json has no ${name}, which ${folder} needs.`)
  }
}

if (import.meta.main) {
  const [, , workspace = '', target = ''] = process.argv
  const lockfile: Lockfile = JSON.parse(readText('package-lock.json'))
  for (const folder of productionPackages(lockfile, workspace)) {
    const source = fileURLToPath(new URL(folder, root))
    if (lockfile.packages[folder]?.optional && !existsSync(source)) continue
    cpSync(source, join(target, folder), {
      recursive: true,
      filter: (path) => !relative(source, path).startsWith('node_modules'),
    })
  }
}

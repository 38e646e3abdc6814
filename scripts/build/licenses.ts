import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Metafile, Plugin } from 'esbuild'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A package whose code is in a bundle. */
interface BundledPackage {
  name: string
  version: string
  license: string
  /** The texts of its license files. */
  text: string
}

/** The files that are in the published files of a package, by its name: relative to the repository, as the last build saw them. */
export function bundledFiles(name: string): string[] {
  return JSON.parse(readFileSync(recordOf(name), 'utf8'))
}

/**
 * Collects what the builds of one package bundle, and writes its THIRD_PARTY_LICENSES.txt. For every esbuild or tsup build
 * whose output is published. `others` are earlier builds whose output this package ships too.
 */
export function collectLicenses(name: string, ...others: readonly string[]): Plugin {
  const files = new Set(others.flatMap(bundledFiles))
  return {
    name: 'third-party-licenses',
    setup(build) {
      build.initialOptions.metafile = true
      const folder = build.initialOptions.absWorkingDir ?? process.cwd()
      build.onEnd(({ metafile }) => {
        for (const path of metafile ? filesInOutput(metafile) : [])
          files.add(relative(root, resolve(folder, path)).replaceAll('\\', '/'))
        mkdirSync(dirname(recordOf(name)), { recursive: true })
        writeFileSync(recordOf(name), JSON.stringify([...files].toSorted()))
        const text = licenseFile(packageFoldersOf(files).map(installedPackage))
        // A build that others ship has no folder of its own.
        if (existsSync(join(root, name)))
          writeFileSync(join(root, name, 'THIRD_PARTY_LICENSES.txt'), text)
      })
    },
  }
}

/** The inputs of which a build has written something. */
function filesInOutput({ outputs }: Metafile): string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : [])),
  )
}

/** The folders of the packages that files are of. What `npm run generate` made from a package names it in its first line. */
function packageFoldersOf(files: Iterable<string>): string[] {
  const folders = [...files].flatMap((path) => {
    const [folder] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path) ?? []
    if (folder) return folder
    if (!/(^|\/)generated\/[^/]+$/.test(path)) return []
    const [, name] =
      /^.*`npm run generate` from (\S+),/.exec(readFileSync(join(root, path), 'utf8')) ?? []
    return name ? `node_modules/${name}` : []
  })
  return [...new Set(folders)].map((folder) => join(root, folder))
}

function recordOf(name: string): string {
  return join(root, '.cache/bundled', `${name}.json`)
}

/** Reads the license of an installed package. Throws if there is none. */
function installedPackage(folder: string): BundledPackage {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { name, version, license, author } = manifest
  const files = readdirSync(folder).filter((file) =>
    /^(licen[cs]e|copying|notice|third-?party-?notices)/i.test(file),
  )
  if (files.length > 0) {
    const texts = files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8'))
    return { name, version, license, text: [...new Set(texts)].join('\n') }
  }
  if (license !== 'MIT') {
    throw new Error(
      `${name}@${version} is bundled, but its package has no license file. Do not bundle it, or add its text in scripts/build/licenses.ts.`,
    )
  }
  return { name, version, license, text: mitLicense(author?.name ?? author ?? `${name} authors`) }
}

/** For packages that declare MIT and contain no license file: our own MIT text with their copyright. */
function mitLicense(holder: string): string {
  const ours = new URL('../../LICENSE', import.meta.url)
  return readFileSync(ours, 'utf8').replace(/^Copyright.*$/m, `Copyright (c) ${holder}`)
}

/** The file's text: each license once, below the packages that it covers. */
function licenseFile(packages: readonly BundledPackage[]): string {
  const namesByText = new Map<string, Set<string>>()
  for (const { name, version, license, text } of packages) {
    const key = text.replaceAll('\r\n', '\n').trim()
    const names = namesByText.get(key) ?? new Set()
    namesByText.set(key, names.add(`${name} ${version} (${license})`))
  }
  if (namesByText.size === 0) return 'This package contains no third-party code.\n'
  const sections = [...namesByText]
    .map(([text, names]) => `${[...names].toSorted().join('\n')}\n\n${text}\n`)
    .toSorted()
  const line = `\n${'-'.repeat(80)}\n\n`
  return ['This package contains code of these packages.\n', ...sections].join(line)
}

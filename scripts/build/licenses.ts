import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Metafile, Plugin } from 'esbuild'

/** A package whose code is in a bundle. */
interface BundledPackage {
  name: string
  version: string
  license: string
  /** The texts of its license files. */
  text: string
}

/**
 * Collects what the builds of one package bundle, and writes its THIRD_PARTY_LICENSES.txt. For every esbuild or tsup build
 * whose output is published.
 */
export function collectLicenses(packageFolder: string): Plugin {
  const bundled: BundledPackage[] = []
  return {
    name: 'third-party-licenses',
    setup(build) {
      build.initialOptions.metafile = true
      const folder = build.initialOptions.absWorkingDir ?? process.cwd()
      build.onEnd(({ metafile }) => {
        if (metafile) bundled.push(...bundledPackages(metafile, folder))
        writeFileSync(join(packageFolder, 'THIRD_PARTY_LICENSES.txt'), licenseFile(bundled))
      })
    },
  }
}

/** The packages that have code in the outputs of a build. */
export function bundledPackages(metafile: Metafile, workingFolder: string): BundledPackage[] {
  const folders = new Set<string>()
  for (const { inputs } of Object.values(metafile.outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? []
      if (folder && bytesInOutput > 0) folders.add(resolve(workingFolder, folder))
    }
  }
  return [...folders].map(installedPackage)
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
export function licenseFile(packages: readonly BundledPackage[]): string {
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

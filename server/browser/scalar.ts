import { existsSync } from 'node:fs'
import { copyFile, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import {
  type BundledPackage,
  installedPackage,
  mitLicense,
} from '../../testing/release/licenses.ts'

const script = new URL('browser/standalone.js', import.meta.resolve('@scalar/api-reference'))

/** Authors of MIT packages that the script contains and that its package does not install. */
const notInstalled: Record<string, string> = {
  'unist-util-find-after': 'Titus Wormer <tituswormer@gmail.com>',
  'vue-demi': '2020-present, Anthony Fu',
}

/** Copies the script of the API reference. It is a build-time dependency: the server does not install its dependencies. */
export async function copyScalar(target: URL): Promise<BundledPackage[]> {
  await copyFile(script, target)
  const { sources } = JSON.parse(await readFile(new URL(`${script}.map`), 'utf8'))
  return packagesOf(sources)
}

/** The packages that the sources of the script belong to, such as `node_modules/.pnpm/vue@3.5.40/node_modules/vue/`. */
function packagesOf(sources: readonly string[]): BundledPackage[] {
  const versions = new Map<string, string | undefined>([['@scalar/api-reference', undefined]])
  for (const source of sources) {
    const installed = /@(\d[^/_(]*)[^/]*\/node_modules\/((?:@[^/]+\/)?[^/]+)\/[^@]*$/.exec(source)
    const sibling = /^(?:\.\.\/)+(?!node_modules)([^./][^/]*)\/dist\//.exec(source)
    if (installed) versions.set(installed[2] as string, installed[1])
    else if (sibling) versions.set(`@scalar/${sibling[1]}`, undefined)
    else if (source.includes('node_modules')) throw new Error(`No package is known for ${source}.`)
  }
  return [...versions].map(([name, version]) => packageOf(name, version))
}

function packageOf(name: string, version: string | undefined): BundledPackage {
  const folder = fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url))
  if (existsSync(folder)) {
    const found = installedPackage(folder)
    return { ...found, version: version ?? found.version }
  }
  const author = notInstalled[name]
  if (!author) throw new Error(`${name} is in the API reference, and its license is unknown.`)
  return { name, version: version ?? '', license: 'MIT', text: mitLicense(author) }
}

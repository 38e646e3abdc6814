// Writes a bill of materials (CycloneDX, by npm) for each published package into a folder: node scripts/release/bills-of-materials.ts sbom
// It names what an installation brings, and the code that is bundled into the package.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { packageFolders, readManifest } from '../packages.ts'
import { isOnNpm } from './published.ts'

const target = resolve(process.argv[2] ?? 'sbom')
mkdirSync(target, { recursive: true })
for (const folder of packageFolders) {
  const { name, version } = readManifest(folder)
  if (!(await isOnNpm(name, version))) {
    throw new Error(`${name} ${version} is not on npm. Publish it first.`)
  }
  const path = join(target, `${folder}-${version}.cdx.json`)
  writeFileSync(path, `${JSON.stringify(billOfMaterials(name, version), null, 2)}\n`)
  console.log(path)
}

function billOfMaterials(name: string, version: string) {
  const cwd = mkdtempSync(join(tmpdir(), 'photofeed-sbom-'))
  const npm = (...args: readonly string[]) =>
    execFileSync('npm', args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' })
  try {
    writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name: 'bill', version: '0.0.0' }))
    npm('install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`)
    const bill = JSON.parse(npm('sbom', '--sbom-format', 'cyclonedx'))
    const isOurs = (component: { name: string }) => component.name === name
    const installed: { name: string }[] = bill.components.filter(
      (component: { name: string }) => !isOurs(component),
    )
    const bundled = bundledComponents(join(cwd, 'node_modules', name, 'THIRD_PARTY_LICENSES.txt'))
    return {
      ...bill,
      metadata: { ...bill.metadata, component: bill.components.find(isOurs) },
      components: [...installed, ...bundled],
    }
  } finally {
    rmSync(cwd, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The packages whose code is in the published files. The build lists them with their licenses. */
function bundledComponents(licenses: string) {
  const lines = readFileSync(licenses, 'utf8').matchAll(
    /^((?:@[\w.-]+\/)?[\w.-]+) (\d\S*) \((.+)\)$/gm,
  )
  return [...lines].map(([, name = '', version, license]) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    return {
      type: 'library',
      name,
      version,
      purl,
      'bom-ref': `bundled:${purl}`,
      licenses: [{ expression: license }],
      properties: [{ name: 'photofeed:bundled', value: 'true' }],
    }
  })
}

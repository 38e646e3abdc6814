// Reserves the names of the packages on npm with placeholders without code, so that nobody else takes them, and so that they can
// trust the release workflow, which npm allows for existing packages only: node scripts/release/reserve.ts
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageFolders, readManifest } from '../packages.ts'

for (const { name, license, repository, homepage } of packageFolders.map(readManifest)) {
  const { stdout } = spawnSync('npm', ['view', name, 'name'], { encoding: 'utf8' })
  if (stdout.trim() === name) {
    console.log(`${name} exists.`)
    continue
  }
  const folder = mkdtempSync(join(tmpdir(), 'reserve-'))
  const description = 'Reserved for photofeed, which is not released yet. It contains no code.'
  const manifest = { name, version: '0.0.0-reserved', description, license, repository, homepage }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
  writeFileSync(join(folder, 'README.md'), `# ${name}\n\n${description}\n`)
  const options = ['--access', 'public', '--tag', 'reserved', '--provenance=false']
  execFileSync('npm', ['publish', ...options], { cwd: folder, stdio: 'inherit' })
  rmSync(folder, { recursive: true })
}

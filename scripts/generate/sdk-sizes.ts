import { bundle } from '../../sdk/test/package/bundle.ts'
import { type EntryName, entries } from '../../sdk/test/package/entries.ts'
import { readText } from '../packages.ts'
import { table, withTables } from './tables.ts'

/** Returns the SDK's README with the sizes of the built entries, rounded so that they rarely change. */
export async function generate() {
  const rows: string[][] = []
  for (const name of Object.keys(entries) as EntryName[]) {
    const { bytes } = await bundle(name)
    rows.push([`\`@photofeed/sdk${name.slice(1)}\``, `${(bytes / 1000).toFixed(1)} kB`])
  }
  const sizes = table(['Entry', 'minified and gzipped, everything included'], rows)
  return { 'sdk/README.md': withTables(readText('sdk/README.md'), { sizes }) }
}

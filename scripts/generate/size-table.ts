import { bundle } from '../../sdk/test/package/bundle.ts'
import { type EntryName, entries } from '../../sdk/test/package/entries.ts'

/** The README's table of sizes; a tenth of a kB more or less does not change it every week. */
export async function sizeTable(): Promise<string> {
  const rows: string[] = []
  for (const name of Object.keys(entries) as EntryName[]) {
    const { bytes } = await bundle(name)
    rows.push(`| \`@photofeed/sdk${name.slice(1)}\` | ${(bytes / 1000).toFixed(1)} kB |`)
  }
  return ['| Entry | minified and gzipped, everything included |', '|---|---|', ...rows].join('\n')
}

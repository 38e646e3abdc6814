import { entries as elementEntries } from '../../element/test/package/entries.ts'
import { entries as sdkEntries } from '../../sdk/test/package/entries.ts'
import { bundle } from '../../test-support/bundle.ts'
import { readText } from '../packages.ts'
import { table, withTables } from './tables.ts'

/** Returns the READMEs of the SDK and the element with the sizes of the built entries, rounded so that they rarely change. */
export async function generate() {
  return {
    ...(await withSizes('sdk', sdkEntries)),
    ...(await withSizes('element', elementEntries)),
  }
}

async function withSizes(folder: string, entries: Readonly<Record<string, { file: string }>>) {
  const rows: string[][] = []
  for (const [name, { file }] of Object.entries(entries)) {
    const { bytes } = await bundle(folder, file)
    rows.push([`\`@photofeed/${folder}${name.slice(1)}\``, `${(bytes / 1000).toFixed(1)} kB`])
  }
  const sizes = table(['Entry', 'minified and gzipped, everything included'], rows)
  const path = `${folder}/README.md`
  return { [path]: withTables(readText(path), { sizes }) }
}

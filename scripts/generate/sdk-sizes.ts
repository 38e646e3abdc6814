import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { entries as elementEntries } from '../../element/test/package/entries.ts'
import { entries as sdkEntries } from '../../sdk/test/package/entries.ts'
import { bundle } from '../../test-support/bundle.ts'
import { readText, root } from '../packages.ts'
import { table, withTables } from './tables.ts'

/** Returns the READMEs of the SDK and the element with the sizes of the built entries, rounded so that they rarely change. */
export async function generate() {
  const sdk = await entrySizes('sdk', sdkEntries)
  const element = await entrySizes('element', elementEntries)
  const script = readFileSync(new URL('element/dist/photo-feed.js', root))
  element.push(['`@photofeed/element/photo-feed.js`', kilobytes(gzipSync(script).length)])
  return {
    'sdk/README.md': withTables(readText('sdk/README.md'), { sizes: sizeTable(sdk) }),
    'element/README.md': withTables(readText('element/README.md'), { sizes: sizeTable(element) }),
  }
}

async function entrySizes(folder: string, entries: Readonly<Record<string, { file: string }>>) {
  const rows: string[][] = []
  for (const [name, { file }] of Object.entries(entries)) {
    const { bytes } = await bundle(folder, file)
    rows.push([`\`@photofeed/${folder}${name.slice(1)}\``, kilobytes(bytes)])
  }
  return rows
}

function sizeTable(rows: readonly string[][]): string {
  return table(['Entry', 'minified and gzipped, everything included'], rows)
}

function kilobytes(bytes: number) {
  return `${(bytes / 1000).toFixed(1)} kB`
}

// Writes the size table of README.md from the built package; a test compares the two.
import { readFileSync, writeFileSync } from 'node:fs'
import { sizeTable } from './test/package/size-table.ts'

const readme = new URL('README.md', import.meta.url)
const before = readFileSync(readme, 'utf8')
const table = await sizeTable()
writeFileSync(
  readme,
  before.replace(
    /(<!-- sizes: made by `npm run [\w:]+` -->\n)[\s\S]*?(<!-- end -->)/,
    (_, start, end) => `${start}\n${table}\n\n${end}`,
  ),
)

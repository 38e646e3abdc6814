// Writes the size table of README.md from the built package; a test compares the two.
import { writeTables } from '../testing/readme-tables.ts'
import { sizeTable } from './test/package/size-table.ts'

writeTables(new URL('README.md', import.meta.url), { sizes: await sizeTable() })

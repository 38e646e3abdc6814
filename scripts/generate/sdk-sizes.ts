// Writes the size table of README.md from the built package; a test compares the two.
import { writeTables } from './readme-tables.ts'
import { sizeTable } from './size-table.ts'

writeTables(new URL('../../sdk/README.md', import.meta.url), { sizes: await sizeTable() })

// Writes the error table of README.md from the contract and the classes; `--check` fails when they differ.
import { writeTables } from '../testing/readme-tables.ts'
import { errorTable } from './test/package/error-table.ts'

writeTables(new URL('README.md', import.meta.url), { errors: errorTable() })

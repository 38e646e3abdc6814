// Writes the report that README.md shows, after a build: `npm run readme -w @photofeed/contract`.
import { writeTables } from '../testing/readme-tables.ts'
import { readmeOutput } from './test/readme/readme-output.ts'

writeTables(new URL('README.md', import.meta.url), { output: await readmeOutput() })

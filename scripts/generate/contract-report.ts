// Writes the report that README.md shows, after a build: `npm run readme -w @photofeed/contract`.

import { readmeOutput } from '../../contract/test/readme/readme-output.ts'
import { writeTables } from './readme-tables.ts'

writeTables(new URL('../../contract/README.md', import.meta.url), { output: await readmeOutput() })

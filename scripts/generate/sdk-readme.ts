// Writes the tables of errors and frameworks of README.md; `--check` fails when they differ.
import { readFileSync } from 'node:fs'
import packageJson from '../../sdk/package.json' with { type: 'json' }
import { errorTable } from './error-table.ts'
import { writeTables } from './readme-tables.ts'

/** The table of examples/frameworks with links that work on npm's site. */
function frameworkTable(): string {
  const readme = readFileSync(
    new URL('../../examples/frameworks/README.md', import.meta.url),
    'utf8',
  )
  const folder = packageJson.homepage.replace(
    '/tree/main/sdk#readme',
    '/blob/main/examples/frameworks',
  )
  const rows = readme.split('\n').filter((line) => line.startsWith('|'))
  return rows.join('\n').replaceAll(/\]\((\w[^)]*)\)/g, `](${folder}/$1)`)
}

writeTables(new URL('../../sdk/README.md', import.meta.url), {
  errors: errorTable(),
  frameworks: frameworkTable(),
})

// Writes docs/rules.md, which follows from the catalog; `--check` fails when it differs.
import { readFileSync, writeFileSync } from 'node:fs'
import { rulesDocument } from './rules-document.ts'

const file = new URL('../../docs/rules.md', import.meta.url)
const text = rulesDocument()

if (!process.argv.includes('--check')) {
  writeFileSync(file, text)
} else if (readFileSync(file, 'utf8') !== text) {
  process.stderr.write('docs/rules.md is out of date: run `npm run generate`.\n')
  process.exitCode = 1
}

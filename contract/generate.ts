// Writes what follows from the catalogue; `--check` fails when a file differs.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { definitionLines } from './definition-lines.ts'
import { rulesDocument } from './rules-document.ts'

const lines = definitionLines()

const files = {
  'src/generated/definition-lines.ts': [
    '// Generated from openapi.yaml and schema.graphql by `npm run generate`. Do not edit.',
    `export const definitionLines = ${JSON.stringify(lines, null, 2)} as const`,
    '',
  ].join('\n'),
  '../docs/rules.md': rulesDocument(lines),
}

for (const [file, text] of Object.entries(files)) {
  const path = fileURLToPath(new URL(file, import.meta.url))
  if (!process.argv.includes('--check')) {
    writeFileSync(path, text)
  } else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    process.stderr.write(`contract/${file} is out of date: run \`npm run generate\`.\n`)
    process.exitCode = 1
  }
}

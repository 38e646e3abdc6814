// Writes src/generated from openapi.yaml; with --check, compares instead and fails on drift.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import openapiTS, { astToString } from 'openapi-typescript'
import { parse } from 'yaml'
import { type ContractDocument, contractTables } from './contract-tables.ts'

const source = new URL('../../openapi/openapi.yaml', import.meta.url)
const target = new URL('../../openapi/src/generated/', import.meta.url)
const banner = '// Generated from openapi.yaml by `npm run generate`. Do not edit.\n'

const document = parse(await readFile(source, 'utf8'))

const files = {
  'rest.ts': astToString(await openapiTS(document, { alphabetize: false })),
  'contract.ts': Object.entries(contractTables(document as ContractDocument))
    .map(([name, table]) => `export const ${name} = ${JSON.stringify(table, null, 2)} as const\n`)
    .join('\n'),
  'document.ts': `export const document: Record<string, unknown> = ${JSON.stringify(document, null, 2)}\n`,
}

if (process.argv.includes('--check')) {
  for (const [name, content] of Object.entries(files)) {
    const committed = await readFile(new URL(name, target), 'utf8').catch(() => '')
    if (committed !== banner + content) {
      console.error(
        `openapi/src/generated/${name} does not match openapi.yaml. Run \`npm run generate\`.`,
      )
      process.exitCode = 1
    }
  }
} else {
  await mkdir(target, { recursive: true })
  for (const [name, content] of Object.entries(files)) {
    await writeFile(new URL(name, target), banner + content)
  }
}

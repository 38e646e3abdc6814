import openapiTS, { astToString } from 'openapi-typescript'
import { parse } from 'yaml'
import { readText } from '../packages.ts'
import { type ContractDocument, contractTables } from './contract-tables.ts'

const banner = '// Generated from openapi.yaml by `npm run generate`. Do not edit.\n'

/** Returns the types and tables that follow from openapi.yaml, and the document as a module. */
export async function generate() {
  const document = parse(readText('openapi/openapi.yaml'))
  const rest = astToString(await openapiTS(document, { alphabetize: false }))
  const tables = Object.entries(contractTables(document as ContractDocument))
    .map(
      ([name, table]) =>
        `export const ${name} = ${JSON.stringify(table, withoutReason, 2)} as const\n`,
    )
    .join('\n')
  const module = `export const document: Record<string, unknown> = ${JSON.stringify(document, null, 2)}\n`
  return {
    'openapi/src/generated/rest.ts': banner + rest,
    'openapi/src/generated/contract.ts': banner + tables,
    'openapi/src/generated/document.ts': banner + module,
  }
}

/** Why something is assumed is of no use to running code. */
function withoutReason(key: string, value: unknown): unknown {
  return key === 'x-assumed' ? undefined : value
}

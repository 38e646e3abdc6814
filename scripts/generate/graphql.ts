import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { codegen } from '@graphql-codegen/core'
import type { CodegenPlugin } from '@graphql-codegen/plugin-helpers'
import * as typedDocumentNode from '@graphql-codegen/typed-document-node'
import * as typescript from '@graphql-codegen/typescript'
import * as typescriptOperations from '@graphql-codegen/typescript-operations'
import * as typescriptResolvers from '@graphql-codegen/typescript-resolvers'
import { buildSchema, lexicographicSortSchema, parse, printSchema } from 'graphql'
import { readText, root } from '../packages.ts'

const banner = (sources: string) =>
  `// Generated from ${sources} by \`npm run generate\`. Do not edit.\n`

/** The plugin typescript-operations without its helper `Exact`, which copies a type unchanged: the SDK exports these types. */
const operations: CodegenPlugin = {
  async plugin(schema, documents, config, info) {
    const output = await typescriptOperations.plugin(schema, documents, config, info)
    if (typeof output === 'string') {
      throw new Error('typescript-operations returned text without imports.')
    }
    return {
      prepend: (output.prepend ?? []).filter((text) => !text.includes('type Exact<')),
      content: output.content.replace(/\bExact<(\{.*?\})>;/gs, '$1;'),
    }
  },
}

/** Returns the types and documents that follow from schema.graphql and the operations, and the schema as a string. */
export async function generate(): Promise<Record<string, string>> {
  const sdl = readText('graphql/schema.graphql')
  const schema = parse(printSchema(lexicographicSortSchema(buildSchema(sdl))))
  const documents = globSync('graphql/operations/*.graphql', { cwd: fileURLToPath(root) })
    .toSorted()
    .map((location) => ({ location, document: parse(readText(location)) }))
  const write = (filename: string, pluginMap: Record<string, CodegenPlugin>, config: object) =>
    codegen({
      ...{ filename, documents, pluginMap, schema },
      plugins: Object.keys(pluginMap).map((name) => ({ [name]: {} })),
      config: {
        ...{ useTypeImports: true, strictScalars: true, enumsAsTypes: true },
        ...{ importExtension: '.ts', emitLegacyCommonJSImports: false },
        ...config,
      },
    })
  const resolvers = await write(
    'resolvers.ts',
    { typescript, typescriptResolvers },
    { maybeValue: 'T | null' },
  )
  const typed = await write(
    'operations.ts',
    { operations, typedDocumentNode },
    {
      ...{ documentMode: 'string', pureMagicComment: true },
      ...{ omitOperationSuffix: true, operationResultSuffix: 'Data' },
    },
  )
  return {
    'graphql/src/generated/resolvers.ts': banner('schema.graphql') + resolvers,
    'graphql/src/generated/operations.ts': banner('schema.graphql and operations') + typed,
    'graphql/src/generated/sdl.ts': `${banner('schema.graphql')}export const sdl = ${JSON.stringify(sdl)}\n`,
  }
}

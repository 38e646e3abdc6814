import { fileURLToPath } from 'node:url'
import { generate as runCodegen } from '@graphql-codegen/cli'
import type { CodegenPlugin } from '@graphql-codegen/plugin-helpers'
import * as typescriptOperations from '@graphql-codegen/typescript-operations'
import { buildSchema, isObjectType } from 'graphql'
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

const types = { useTypeImports: true, strictScalars: true, enumsAsTypes: true }

/** Returns the types and documents that follow from schema.graphql and the operations, and the schema as a string. */
export async function generate(): Promise<Record<string, string>> {
  const sdl = readText('graphql/schema.graphql')
  const files = await runCodegen(
    {
      ...{ schema: 'graphql/schema.graphql', documents: 'graphql/operations/*.graphql' },
      ...{ importExtension: '.ts', emitLegacyCommonJSImports: false, silent: true },
      cwd: fileURLToPath(root),
      pluginLoader: async (name) =>
        name.endsWith('own-operations') ? operations : await import(name),
      generates: {
        'graphql/src/generated/resolvers.ts': {
          plugins: ['typescript', 'typescript-resolvers'],
          config: { ...types, maybeValue: 'T | null' },
        },
        'graphql/src/generated/operations.ts': {
          plugins: ['own-operations', 'typed-document-node'],
          config: {
            ...types,
            documentMode: 'string',
            pureMagicComment: true,
            omitOperationSuffix: true,
            operationResultSuffix: 'Data',
          },
        },
      },
    },
    false,
  )
  const textOf = (end: string) =>
    files.find(({ filename }: { filename: string }) => filename.endsWith(end))?.content
  return {
    'graphql/src/generated/resolvers.ts': banner('schema.graphql') + textOf('resolvers.ts'),
    'graphql/src/generated/operations.ts':
      banner('schema.graphql and operations') + textOf('operations.ts'),
    'graphql/src/generated/sdl.ts': `${banner('schema.graphql')}export const sdl = ${JSON.stringify(sdl)}\n`,
    'graphql/src/generated/fields.ts': `${banner('schema.graphql')}/** The type of each field of the objects in a response. */\nexport const fields = ${JSON.stringify(fieldsOf(sdl), null, 2)} as const\n`,
  }
}

function fieldsOf(sdl: string) {
  const types = Object.values(buildSchema(sdl).getTypeMap()).filter(isObjectType)
  return Object.fromEntries(
    types
      .filter(({ name }) => name !== 'Query' && !name.startsWith('__'))
      .map((type) => [
        type.name,
        Object.fromEntries(
          Object.values(type.getFields()).map(({ name, type }) => [name, String(type)]),
        ),
      ]),
  )
}

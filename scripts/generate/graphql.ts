import { globSync } from 'node:fs'
import { codegen } from '@graphql-codegen/core'
import * as documentNode from '@graphql-codegen/typed-document-node'
import * as typescript from '@graphql-codegen/typescript'
import * as typescriptOperations from '@graphql-codegen/typescript-operations'
import * as resolvers from '@graphql-codegen/typescript-resolvers'
import { parse } from 'graphql'
import { readText, root } from '../packages.ts'

type PluginMap = Parameters<typeof codegen>[0]['pluginMap']

const banner = (sources: string) =>
  `// Generated from ${sources} by \`npm run generate\`. Do not edit.\n`

/** The plugin typescript-operations without its helper `Exact`, which copies a type unchanged: the SDK exports these types. */
const operations: PluginMap[string] = {
  async plugin(...input: Parameters<typeof typescriptOperations.plugin>) {
    const output = await typescriptOperations.plugin(...input)
    if (typeof output === 'string')
      throw new Error('typescript-operations returned text without imports.')
    return {
      prepend: (output.prepend ?? []).filter((text) => !text.includes('type Exact<')),
      content: output.content.replace(/\bExact<(\{.*?\})>;/gs, '$1;'),
    }
  },
}

/** Returns the types and documents that follow from schema.graphql and the operations, and the schema as a string. */
export async function generate() {
  const sdl = readText('graphql/schema.graphql')
  const documents = globSync('graphql/operations/*.graphql', { cwd: root })
    .toSorted()
    .map((location) => ({ location, document: parse(readText(location)) }))
  const generateTypes = (pluginMap: PluginMap, config: object) =>
    codegen({
      filename: 'types.ts',
      schema: parse(sdl),
      documents,
      pluginMap,
      plugins: Object.keys(pluginMap).map((name) => ({ [name]: {} })),
      config: {
        ...{ useTypeImports: true, strictScalars: true, enumsAsTypes: true },
        ...{ importExtension: '.ts', emitLegacyCommonJSImports: false },
        ...config,
      },
    })
  const resolverTypes = await generateTypes({ typescript, resolvers }, { maybeValue: 'T | null' })
  const operationTypes = await generateTypes(
    { operations, documentNode },
    {
      documentMode: 'string',
      pureMagicComment: true,
      omitOperationSuffix: true,
      operationResultSuffix: 'Data',
    },
  )
  return {
    'graphql/src/generated/resolvers.ts': banner('schema.graphql') + resolverTypes,
    'graphql/src/generated/operations.ts': banner('schema.graphql and operations') + operationTypes,
    'graphql/src/generated/sdl.ts': `${banner('schema.graphql')}export const sdl = ${JSON.stringify(sdl)}\n`,
  }
}

// Writes src/generated from schema.graphql and operations; with --check, compares instead and fails on drift.
import { globSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { codegen } from '@graphql-codegen/core'
import * as typedDocumentNode from '@graphql-codegen/typed-document-node'
import * as typescript from '@graphql-codegen/typescript'
import * as typescriptOperations from '@graphql-codegen/typescript-operations'
import * as typescriptResolvers from '@graphql-codegen/typescript-resolvers'
import { buildSchema, lexicographicSortSchema, parse } from 'graphql'

const target = new URL('src/generated/', import.meta.url)
const read = (file: string) => readFile(new URL(file, import.meta.url), 'utf8')

const sdl = await read('schema.graphql')
const schemaAst = lexicographicSortSchema(buildSchema(sdl))
const operations = globSync('operations/*.graphql', { cwd: import.meta.dirname }).sort()
const documents = await Promise.all(
  operations.map(async (file) => ({ location: file, document: parse(await read(file)) })),
)

type Options = Parameters<typeof codegen>[0]

/** The output of plugins, each by its name. */
function generate(name: string, pluginMap: Options['pluginMap'], config: Options['config']) {
  return codegen({
    ...{ filename: name, schema: parse(sdl), schemaAst, documents, pluginMap },
    plugins: Object.keys(pluginMap).map((plugin) => ({ [plugin]: {} })),
    config: {
      ...{ useTypeImports: true, strictScalars: true, enumsAsTypes: true },
      ...{ importExtension: '.ts', emitLegacyCommonJSImports: false },
      ...config,
    },
  })
}

/**
 * typescript-operations without its helper `Exact`, which copies a type unchanged and would be in the names that the SDK
 * exports.
 */
const plugin: typeof typescriptOperations.plugin = async (...input) => {
  const output = await typescriptOperations.plugin(...input)
  if (typeof output === 'string')
    throw new Error('typescript-operations returned text without imports.')
  return {
    prepend: (output.prepend ?? []).filter((text) => !text.includes('type Exact<')),
    content: output.content.replace(/\bExact<(\{.*?\})>;/gs, '$1;'),
  }
}

const banner = (sources: string) =>
  `// Generated from ${sources} by \`npm run generate\`. Do not edit.\n`
const files = {
  'resolvers.ts':
    banner('schema.graphql') +
    (await generate(
      'resolvers.ts',
      { typescript, typescriptResolvers },
      { maybeValue: 'T | null' },
    )),
  'operations.ts':
    banner('schema.graphql and operations') +
    (await generate(
      'operations.ts',
      { operations: { plugin }, typedDocumentNode },
      {
        ...{ documentMode: 'string', pureMagicComment: true },
        ...{ omitOperationSuffix: true, operationResultSuffix: 'Data' },
      },
    )),
  // So that code without a file system can build the schema.
  'sdl.ts': `${banner('schema.graphql')}export const sdl = ${JSON.stringify(sdl)}\n`,
}

const isCheck = process.argv.includes('--check')
await mkdir(target, { recursive: true })
for (const [name, content] of Object.entries(files)) {
  const file = new URL(name, target)
  if (!isCheck) await writeFile(file, content)
  else if ((await readFile(file, 'utf8').catch(() => '')) !== content) {
    console.error(
      `graphql/src/generated/${name} does not match the definitions. Run \`npm run generate\`.`,
    )
    process.exitCode = 1
  }
}

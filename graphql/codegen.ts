import type { CodegenConfig } from '@graphql-codegen/cli'

const generatedFrom = (sources: string) => ({
  add: { content: `// Generated from ${sources} by \`npm run generate\`. Do not edit.` },
})
const types = { useTypeImports: true, strictScalars: true, enumsAsTypes: true }

export default {
  schema: 'schema.graphql',
  documents: 'operations/*.graphql',
  importExtension: '.ts',
  emitLegacyCommonJSImports: false,
  generates: {
    'src/generated/resolvers.ts': {
      plugins: [generatedFrom('schema.graphql'), 'typescript', 'typescript-resolvers'],
      config: { ...types, maybeValue: 'T | null' },
    },
    'src/generated/operations.ts': {
      plugins: [
        generatedFrom('schema.graphql and operations'),
        './operations-plugin.ts',
        'typed-document-node',
      ],
      config: {
        ...types,
        documentMode: 'string',
        pureMagicComment: true,
        omitOperationSuffix: true,
        operationResultSuffix: 'Data',
      },
    },
    'src/generated/sdl.ts': {
      plugins: [generatedFrom('schema.graphql'), './sdl-plugin.ts'],
    },
  },
} satisfies CodegenConfig

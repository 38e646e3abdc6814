import type { CodegenConfig } from '@graphql-codegen/cli'

const config: CodegenConfig = {
  schema: 'node_modules/@photofeed/sdk/dist/schema.graphql',
  documents: 'newest.graphql',
  generates: { 'generated/gql/': { preset: 'client', config: { useTypeImports: true } } },
}
export default config

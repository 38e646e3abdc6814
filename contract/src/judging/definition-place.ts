import type { Rule } from './rule.ts'

export interface DefinitionPlace {
  file: 'openapi.yaml' | 'schema.graphql'
  /** A JSON pointer, or a name in the schema. */
  pointer: string
}

export function definitionOf({ definedAt }: Rule): DefinitionPlace {
  const file = definedAt.startsWith('#') ? 'openapi.yaml' : 'schema.graphql'
  return { file, pointer: definedAt }
}

/** A place in a definition: `openapi.yaml#/components/schemas/Post`. */
export function definitionReference({ file, pointer }: DefinitionPlace): string {
  return `${file}#${pointer.replace('#', '')}`
}

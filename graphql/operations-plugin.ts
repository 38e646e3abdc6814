import { plugin as generate } from '@graphql-codegen/typescript-operations'

/**
 * Codegen plugin: typescript-operations without its helper `Exact`, which copies a type unchanged and would stand in the
 * names that the SDK exports.
 */
export const plugin: typeof generate = async (...input) => {
  const output = await generate(...input)
  if (typeof output === 'string')
    throw new Error('typescript-operations returned text without imports.')
  return {
    prepend: (output.prepend ?? []).filter((text) => !text.includes('type Exact<')),
    content: output.content.replace(/\bExact<(\{.*?\})>;/gs, '$1;'),
  }
}

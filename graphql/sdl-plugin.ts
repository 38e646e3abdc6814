import { readFile } from 'node:fs/promises'

/** Codegen plugin: schema.graphql as a string, so that code without a file system can build the schema. */
export const plugin = async () =>
  `export const sdl = ${JSON.stringify(await readFile(new URL('schema.graphql', import.meta.url), 'utf8'))}\n`

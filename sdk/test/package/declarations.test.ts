import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/** Returns the errors of TypeScript in a program that imports the built package, declarations included. */
function errorsIn(program: string): string[] {
  // Beside this file, so that it finds the packages.
  const file = fileURLToPath(new URL('declarations.mts', import.meta.url))
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
    module: ts.ModuleKind.NodeNext,
    strict: true,
    noEmit: true,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const source = ts.createSourceFile(file, program, ts.ScriptTarget.ES2022)
  const { getSourceFile } = host
  host.getSourceFile = (name, ...rest) =>
    name === file ? source : getSourceFile.call(host, name, ...rest)
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

const program = `
import { createFeed, type FetchFunction } from '@photofeed/sdk'
import { FeedDocument, graphql } from '@photofeed/sdk/graphql'
import { imageAttributes } from '@photofeed/sdk/images'
import { rss } from '@photofeed/sdk/rss'
declare const fetch: FetchFunction
const feed = createFeed({ baseUrl: 'https://feed.example', apiKey: 'x', fetch })
const page = await feed.me({ include: ['children'] })
export const count: number = page.posts.map((post) => post.children.length)[0] ?? 0
export const image = page.posts.map((post) => imageAttributes(post))[0]
export const { data } = await graphql(feed, FeedDocument, { first: 3 })
export const { items } = await rss(feed)
export const wrong: string = count
`

describe('the declarations', () => {
  it('need neither the DOM nor Node', () => {
    expect(errorsIn(program)).toEqual(["Type 'number' is not assignable to type 'string'."])
  })
})

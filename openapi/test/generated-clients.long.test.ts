// Clients that generators make of openapi.yaml: they type-check a call of /api/v1/me, complete its values, and send it.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { npmInstall, pinned } from '../../test-support/npm-install.ts'
import { launch } from '../../test-support/processes.ts'
import { tempFolder } from '../../test-support/temp-folder.ts'
import { parameters } from '../src/index.ts'

const definition = fileURLToPath(new URL('../openapi.yaml', import.meta.url))

const query = `{
  'page[size]': 5,
  'filter[type]': 'VIDEO',
  'filter[publishedAfter]': '2026-01-05',
  'filter[publishedBefore]': '2026-01-05T08:00:00+02:00',
  sort: 'published_at',
  'include[]': ['children', 'comments'],
  format: 'webp',
  cursor: 'abc',
}`
/** Values that the parameter accepts, and one that it does not. */
const otherQueries = `
  { 'filter[type]': 'reels' },
  { 'page[cursor]': 'abc' },
  // @ts-expect-error: not one of its values
  { sort: 'likes' },
  // @ts-expect-error: not one of its values
  { 'include[]': ['likes'] },
`

/** The name of a client, the packages to install, the command that generates it, and a module that uses it. */
const clients: {
  name: string
  packages: string[]
  command: string[]
  module: string
}[] = [
  {
    name: 'openapi-typescript',
    packages: [await pinned('openapi-typescript'), 'openapi-fetch@0.17.0'],
    command: ['openapi-typescript/bin/cli.js', definition, '--output', 'client.ts'],
    module: `
import createClient from 'openapi-fetch'
import type { operations, paths } from './client.ts'

type Query = NonNullable<operations['getMe']['parameters']['query']>
export const others: Query[] = [${otherQueries}]
const client = createClient<paths>({ baseUrl: 'https://feed.example' })
const { data, error } = await client.GET('/api/v1/me', { params: { query: ${query} } })
const caption: string | null | undefined = data?.posts[0]?.caption
const code: string | undefined = error?.errors[0]?.code
export { caption, code }
`,
  },
  {
    name: '@hey-api/openapi-ts',
    packages: ['@hey-api/openapi-ts@0.99.0'],
    command: ['@hey-api/openapi-ts/bin/run.js', '--input', definition, '--output', 'client'],
    module: `
import { client } from './client/client.gen'
import { getMe } from './client'
import type { GetMeData } from './client'

export const others: GetMeData['query'][] = [${otherQueries}]
client.setConfig({ baseUrl: 'https://feed.example' })
const { data, error } = await getMe({ query: ${query} })
const caption: string | null | undefined = data?.posts[0]?.caption
const code: string | undefined = error?.errors[0]?.code
export { caption, code }
`,
  },
  {
    name: 'orval',
    packages: ['orval@8.38.0'],
    command: [
      ...['orval/dist/bin/orval.mjs', '--input', definition],
      ...['--output', 'client.ts', '--client', 'fetch'],
    ],
    module: `
import { getMe, type GetMeParams } from './client'

export const others: GetMeParams[] = [${otherQueries}]
const response = await getMe(${query})
const caption: string | null | undefined = response.status === 200 ? response.data.posts[0]?.caption : null
const code: string | undefined = response.status === 422 ? response.data.errors[0]?.code : ''
export { caption, code }
`,
  },
]

test.each(clients)(
  '$name',
  async ({ packages, command: [bin = '', ...args], module }) => {
    const folder = await tempFolder()
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
    await npmInstall(folder, ...packages, await pinned('typescript'))
    const generator = join(folder, 'node_modules', bin)
    const generated = await launch(process.execPath, [generator, ...args], { cwd: folder }).ended
    expect(generated.code, generated.stderr).toBe(0)
    const file = join(folder, 'call.ts')
    await writeFile(file, module)

    const { errors, completions } = compile(file, module)
    expect(errors).toEqual([])
    expect(completions).toEqual(expect.arrayContaining([...parameters['filter[type]'].values]))

    const { pathname, searchParams } = await sentUrl(folder)
    expect(pathname).toBe('/api/v1/me')
    expect([...searchParams]).toEqual([
      ['page[size]', '5'],
      ['filter[type]', 'VIDEO'],
      ['filter[publishedAfter]', '2026-01-05'],
      ['filter[publishedBefore]', '2026-01-05T08:00:00+02:00'],
      ['sort', 'published_at'],
      ['include[]', 'children'],
      ['include[]', 'comments'],
      ['format', 'webp'],
      ['cursor', 'abc'],
    ])
  },
  300_000,
)

/** Returns the type errors of a file with what it imports, and what an editor offers as the value of `filter[type]`. */
function compile(file: string, text: string) {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
  }
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot(name) {
      const content = ts.sys.readFile(name)
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
    },
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  })
  const program = service.getProgram()
  const errors = program ? ts.getPreEmitDiagnostics(program) : []
  const place = text.indexOf("'VIDEO'") + 1
  const { entries = [] } = service.getCompletionsAtPosition(file, place, {}) ?? {}
  return {
    errors: errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    completions: entries.map(({ name }) => name),
  }
}

/** Runs the module in a folder. Returns the URL of its request. */
async function sentUrl(folder: string): Promise<URL> {
  const main = `
globalThis.fetch = async (input) => {
  console.log(input.url ?? String(input))
  return Response.json({ posts: [] })
}
await import('./call.ts')
`
  const outfile = join(folder, 'main.js')
  await build({
    stdin: { contents: main, resolveDir: folder },
    ...{ outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' },
  })
  const { code, stdout, stderr } = await launch(process.execPath, [outfile]).ended
  expect(code, stderr).toBe(0)
  return new URL(stdout.trim(), 'https://feed.example')
}

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { curlCommand, sdkCode, shellQuoted } from './request-code.ts'
import type { RestRequest } from './rest-request.ts'

const key = 'a'.repeat(64)

test('each parameter has a line, and curl encodes its value', () => {
  const request = { path: '/api/v1/me', query: [['page[size]', '12']] } as const
  expect(curlCommand('https://feed.example', request, key)).toBe(
    `curl --get 'https://feed.example/api/v1/me' \\
  --data-urlencode 'api_key=${key}' \\
  --data-urlencode 'page[size]=12'`,
  )
})

test('a shell reads every value literally', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      // No argument of any program can hold a zero byte.
      const value = text.replaceAll('\0', '')
      const printed = execFileSync('sh', ['-c', `printf %s ${shellQuoted(value)}`])
      expect(printed.toString()).toBe(value)
    }),
    { numRuns: 50, examples: [['it\'s $HOME `id` \\ " \n !! # *'], ["'"], ['']] },
  )
})

test('the whole command is one for a shell, with each value in one argument', () => {
  const query = [['page[cursor]', "a'b $(id)\n+&="]] as const
  const command = curlCommand('https://feed.example', { path: '/api/v1/me', query }, key)
  const listed = execFileSync('sh', ['-c', `curl() { printf '<%s>' "$@"; }\n${command}`])
  expect(listed.toString()).toBe(
    `<--get><https://feed.example/api/v1/me><--data-urlencode><api_key=${key}><--data-urlencode><page[cursor]=a'b $(id)\n+&=>`,
  )
})

/** Also halves of surrogate pairs. fast-check's unit `binary` is the same, and takes a second to make. */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff })
  .map((codePoint) => String.fromCodePoint(codePoint))

const baseUrl = 'https://feed.example'

const everything: RestRequest = {
  path: '/api/v1/me',
  query: [
    ['page[size]', '12'],
    ['page[cursor]', 'abc'],
    ['filter[type]', 'REELS'],
    ['filter[publishedAfter]', '2026-01-01T00:00:00+02:00'],
    ['filter[publishedBefore]', '2026-02-01'],
    ['sort', '-id'],
    ['include[]', 'children'],
    ['include[]', 'comments'],
    ['format', 'webp'],
  ],
}

test('each parameter becomes the option of the SDK', () => {
  expect(sdkCode(baseUrl, everything)).toBe(`import { createFeed } from '@photofeed/sdk'

const feed = createFeed({
  baseUrl: 'https://feed.example',
  apiKey: process.env.PHOTOFEED_KEY ?? '',
})
const { account, posts } = await feed.me({
  pageSize: 12,
  cursor: 'abc',
  type: 'REELS',
  publishedAfter: '2026-01-01T00:00:00+02:00',
  publishedBefore: '2026-02-01',
  sort: '-id',
  include: ['children', 'comments'],
  format: 'webp',
})
console.log(account.username, posts.length)
`)
})

test('the code compiles against the types of the SDK', () => {
  const requests: RestRequest[] = [
    everything,
    { path: '/api/v1/me', query: [] },
    { path: '/api/v1/accounts', query: [] },
    { path: '/api/v1/rss', query: [] },
  ]
  expect(compilerErrors(requests.map((request) => sdkCode(baseUrl, request)))).toEqual([])
})

test('the compiler reports a value that the contract does not know', () => {
  const request: RestRequest = { path: '/api/v1/me', query: [['sort', 'newest']] }
  expect(compilerErrors([sdkCode(baseUrl, request)])).toEqual([
    expect.stringContaining('Type \'"newest"\' is not assignable to type'),
  ])
})

test('a value of whatever characters is the same value in the code', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, minLength: 1 }), (value) => {
      const code = sdkCode(baseUrl, { path: '/api/v1/me', query: [['page[cursor]', value]] })
      const literal = /\n {2}cursor: ([^\n]*),\n/.exec(code)?.[1]
      expect(new Function(`return ${literal}`)()).toBe(value)
    }),
    { examples: [["it's"], ['\\'], ['\\"'], ["\\'\n\u2028"], ['</script>']] },
  )
})

/** What the compiler says of modules that stand in this folder. */
function compilerErrors(modules: string[]): string[] {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  const files = new Map(modules.map((code, index) => [`${folder}produced-${index}.ts`, code]))
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
  }
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile } = host
  host.fileExists = (path) => files.has(path) || fileExists(path)
  host.readFile = (path) => files.get(path) ?? readFile(path)
  host.getSourceFile = (path, target) => {
    const text = host.readFile(path)
    return text === undefined ? undefined : ts.createSourceFile(path, text, target)
  }
  const program = ts.createProgram([...files.keys()], options, host)
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

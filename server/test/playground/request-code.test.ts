import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filterValues } from '../../../test-support/parameter-values.ts'
import { typeErrors } from '../../../test-support/type-errors.ts'
import { curlCommand, sdkCode, shellQuoted } from '../../browser/playground/request-code.ts'
import type { RestRequest } from '../../browser/playground/rest-request.ts'

const key = 'a'.repeat(64)

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
    ...filterValues.map(({ name, valid }) => [`filter[${name}]`, valid[0]] as const),
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
${filterValues.map(({ name, valid }) => `  ${name}: '${valid[0]}',\n`).join('')}  sort: '-id',
  include: ['children', 'comments'],
  format: 'webp',
})
console.log(account.username, posts.length)
`)
})

test('the code compiles against the types of the SDK', async () => {
  const requests: RestRequest[] = [
    everything,
    { path: '/api/v1/me', query: [] },
    { path: '/api/v1/accounts', query: [] },
    { path: '/api/v1/rss', query: [] },
  ]
  expect(await compilerErrors(requests.map((request) => sdkCode(baseUrl, request)))).toEqual([])
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

function compilerErrors(modules: string[]): Promise<string[]> {
  return typeErrors(Object.fromEntries(modules.map((code, index) => [`${index}.mts`, code])), {
    ...{ target: 'es2022', lib: ['es2023', 'dom', 'dom.iterable'], module: 'nodenext' },
    ...{ types: ['node'], exactOptionalPropertyTypes: true, skipLibCheck: true },
  })
}

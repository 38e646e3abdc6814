import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { curlCommand, shellQuoted } from './curl.ts'

const key = 'a'.repeat(64)

test('each parameter has a line, and curl encodes its value', () => {
  const request = { path: '/api/v1/me', query: [['page[size]', '12']] } as const
  expect(curlCommand('https://feed.example', request, key)).toBe(
    `curl --get 'https://feed.example/api/v1/me' \\
  --data-urlencode 'api_key=${key}' \\
  --data-urlencode 'page[size]=12'`,
  )
})

test('a shell reads every value as it stands', () => {
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

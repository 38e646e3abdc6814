import { expect, test } from 'vitest'
import { storedAccount } from '../test/store/index.ts'
import { accountResource } from './accounts.ts'

test.each([
  ['https://harbour.example/a?b#c', 'https://harbour.example/a?b#c'],
  ['HTTP://harbour.example', 'HTTP://harbour.example'],
  ['javascript:alert(1)', null],
  ['\tjava\nscript:alert(1)', null],
  ['data:text/html,<script>alert(1)</script>', null],
  ['ftp://harbour.example', null],
  ['//harbour.example', null],
  ['https://', null],
  ['', null],
  [null, null],
])('the website %j becomes %j, whatever the platform gave', (website, expected) => {
  const account = storedAccount()
  const { profile } = account
  const resource = accountResource({ ...account, profile: { ...profile, website } }, 'https://cdn')
  expect(resource.website).toBe(expected)
})

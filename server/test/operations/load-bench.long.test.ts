import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runCommand } from '../../../test-support/processes.ts'

const bench = fileURLToPath(new URL('../../bench/scale.ts', import.meta.url))
const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('photofeed-load-'))

test('under load, each account is refreshed once, nothing is lost or doubled, and nothing is left', {
  timeout: 600_000,
}, async () => {
  const before = folders()
  const size = ['--accounts', '500', '--minutes', '1', '--requests-per-second', '20']
  const { code, stdout, stderr } = await runCommand(bench, '--load', ...size)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.split('\n').slice(-9)).toEqual([
    'requests with problems: 0',
    'accounts without their posts: 0',
    'lost refreshes: 0',
    'doubled refreshes: 0',
    'lost purges: 0',
    'doubled purges: 0',
    'lost mails: 0',
    'doubled mails: 0',
    '',
  ])
  expect(stdout.match(/^\| \d+ \|/gm)).toHaveLength(20)
  expect(folders()).toEqual(before)
})

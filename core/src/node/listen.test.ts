import { expect, test } from 'vitest'
import { listenProblem } from './listen.ts'

test.each([
  [
    'EADDRINUSE',
    'Port 80 on feed.local is in use. Choose another with --port, or 0 for a free one.',
  ],
  ['EACCES', 'Port 80 needs more rights than this process has. Choose one above 1023 with --port.'],
  ['EADDRNOTAVAIL', 'This machine has no address feed.local. Choose another with --host.'],
  ['ENOTFOUND', 'The host name feed.local is unknown. Choose another with --host.'],
  ['EAI_AGAIN', 'The host name feed.local cannot be looked up now. Choose another with --host.'],
  ['EINVAL', 'Listening on feed.local:80 failed: it does not say why'],
])('%s is reported with what to do', (code, sentence) => {
  const error = Object.assign(new Error('it does not say why'), { code })
  expect(listenProblem(error, 'feed.local', 80)).toBe(sentence)
})

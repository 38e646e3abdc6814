import { expect, test } from 'vitest'
import { badServers } from './bad-servers.ts'
import { command, wrongKey } from './command.ts'
import { ran } from './in-process.ts'

const elsewhere = 'Redirects are not followed: give the address that answers.'

const sentences: Record<keyof typeof badServers, string> = {
  'nothing listens': 'got no response: nothing listens at this address (connection refused).',
  'a socket that says nothing': 'got no response: the time limit of the run was reached.',
  'an empty reply': 'got no response: the connection was closed without a response.',
  'redirects without end': `is redirected (302) to URL. ${elsewhere}`,
  'a redirect to another host': `is redirected (301) to https://new.example. ${elsewhere}`,
  'an answer of 100 MB': 'got no response: the response is larger than 16 MB.',
  'a page of HTML that repeats the address': `got something else than a feed: 404 with "\\u001b[31m<h1>No /api/v1/me?api_key=\${PHOTOFEED_KEY}&page%5Bsize%5D=100&inclu".`,
  'other JSON': 'got something else than a feed: 200 with "{\\"hello\\":\\"world\\"}".',
  'TLS asked of a plain port': 'got no response: the server does not speak TLS; try http://.',
  'plain HTTP asked of a TLS port':
    'got no response: the connection was closed without a response.',
  'a certificate that nobody trusts': 'got no response: the TLS certificate is self-signed.',
}

test.each(Object.entries(badServers))('%s: code 3 and a sentence', async (name, start) => {
  const url = await start()
  const sentence = sentences[name as keyof typeof badServers].replace('URL', url)
  // Only a process shows that an open connection does not keep the command running after its time limit.
  const isSilent = name === 'a socket that says nothing'
  const finished = isSilent
    ? command(url, '--key', wrongKey, '--timeout', '2')
    : ran([url, '--key', wrongKey])
  expect(await finished).toEqual({
    code: 3,
    stdout: '',
    stderr: `${url}: the account account ${sentence}\n`,
  })
})

import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { startMockServer } from '@photofeed/mock-server/node'
import { expect, onTestFinished, test } from 'vitest'
import { badServers } from './bad-servers.ts'
import { command, wrongKey } from './command.ts'
import { failure, ran } from './in-process.ts'

const elsewhere = 'Redirects are not followed: give the address that responds.'

const another = 'Another service seems to respond there: check the host and the path.'

const sentences: Record<keyof typeof badServers, string> = {
  'nothing listens': 'got no response: nothing listens at this address (connection refused).',
  'a socket that says nothing': 'got no response: the time limit of the run was reached.',
  'an empty reply': 'got no response: the connection was closed without a response.',
  'redirects without end': `is redirected (302) to URL. ${elsewhere}`,
  'a redirect to another host': `is redirected (301) to https://new.example. ${elsewhere}`,
  'a response of 100 MB': 'got no response: the response is larger than 16 MB.',
  'a page of HTML that repeats the address': `got something else than a feed: 404 with "\\u001b[31m<h1>No /api/v1/me?api_key=$PHOTOFEED_KEY&page%5Bsize%5D=100&inclu". ${another}`,
  'a number that JSON lacks': `got JSON that cannot be read: 200 with "{\\"likeCount\\":NaN,\\"\\u001b\\":1}". Unexpected token 'N', ..."ikeCount":NaN," ":1}" is not valid JSON.`,
  'other JSON': `got something else than a feed: 200 with "{\\"hello\\":\\"world\\"}". ${another}`,
  'TLS on a plain port': 'got no response: the server does not speak TLS; try http://.',
  'plain HTTP on a TLS port': 'got no response: the connection was closed without a response.',
  'a certificate that nobody trusts':
    'got no response: the TLS certificate is self-signed; to trust it, name its file in NODE_EXTRA_CA_CERTS.',
}

test.each(Object.entries(badServers))('%s: code 3 and a sentence', async (name, start) => {
  const url = await start()
  const sentence = sentences[name as keyof typeof badServers].replace('URL', url)
  // Only a process shows that the command exits in spite of an open connection after its time limit.
  const isSilent = name === 'a socket that says nothing'
  const finished = isSilent
    ? command(url, '--key', wrongKey, '--timeout', '2s')
    : ran([url, '--key', wrongKey])
  expect(await finished).toEqual(failure(3, `${url}: the request ${sentence}`))
})

test('a body that is shorter than its Content-Length is named', async () => {
  const mock = await startMockServer({ warnings: 'off' })
  const server = createServer((message, response) => {
    const { method, headers, url = '' } = message
    const forwarded = request(mock.url + url, { method, headers }, async (upstream) => {
      const body = await buffer(upstream)
      const status = upstream.statusCode ?? 500
      const isCut = url.startsWith('/api/v1/rss') && status === 200 && method === 'GET'
      const { 'transfer-encoding': _, ...kept } = upstream.headers
      if (!isCut) return response.writeHead(status, kept).end(body)
      response.writeHead(status, { ...kept, 'Content-Length': body.length + 100 })
      response.write(body, () => response.socket?.destroy())
    })
    message.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await mock.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { code, stdout } = await ran([url, '--key', mock.key('premium'), '--only', 'rss-channel'])
  expect(code).toBe(1)
  expect(stdout).toContain(
    'A request got no response: the body of /api/v1/rss was cut off; check its Content-Length, which counts bytes as they are sent, compressed or not.',
  )
})

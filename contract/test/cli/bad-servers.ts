import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer, type Server } from 'node:net'
import { onTestFinished } from 'vitest'
import { selfSigned } from './self-signed.ts'

/** Addresses behind which is something else than the service; each is open until the test ends. */
export const badServers = {
  'nothing listens': async () => {
    const server = createTcpServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = connect(portOf(server), '127.0.0.1')
    await once(client, 'connect')
    onTestFinished(() => {
      client.destroy()
      server.close()
    })
    // As one end of a connection the port is taken: no other process can listen there.
    return `http://127.0.0.1:${client.localPort}`
  },
  'a socket that says nothing': () => http(() => {}),
  'an empty reply': () => http((request) => request.socket.end()),
  'redirects without end': () =>
    http(({ url = '', headers }, response) => {
      response.writeHead(302, { Location: `http://${headers.host}${url}&again` }).end()
    }),
  'a redirect to another host': () =>
    http(({ url }, response) => {
      response.writeHead(301, { Location: `https://new.example${url}` }).end()
    }),
  'a response of 100 MB': () =>
    http((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' })
      const megabyte = Buffer.alloc(2 ** 20, ' ')
      const chunks = Array.from({ length: 100 }, () => megabyte).values()
      const write = () => {
        for (const chunk of chunks) if (!response.write(chunk)) return
        response.end()
      }
      response.on('drain', write)
      write()
    }),
  'a page of HTML that repeats the address': () =>
    http(({ url }, response) => {
      response.writeHead(404, { 'Content-Type': 'text/html' }).end(`\u001b[31m<h1>No ${url}</h1>`)
    }),
  'a number that JSON lacks': () =>
    http((_request, response) => response.end('{"likeCount":NaN,"\u001b":1}')),
  'other JSON': () => http((_request, response) => response.end('{"hello":"world"}')),
  'TLS on a plain port': async () =>
    (await http((_request, response) => response.end())).replace('http:', 'https:'),
  'plain HTTP on a TLS port': async () => (await https()).replace('https:', 'http:'),
  'a certificate that nobody trusts': () => https(),
}

async function http(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await opened(createHttpServer(listener))}`
}

async function https(): Promise<string> {
  return `https://127.0.0.1:${await opened(createTlsServer(selfSigned))}`
}

async function opened(server: Server & { closeAllConnections(): void }): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return portOf(server)
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

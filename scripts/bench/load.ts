import { request } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What a client requests: a target, which may be another one each time, and headers. */
export interface Load {
  target(): string
  headers?: Readonly<Record<string, string>>
}

const connections = 10

/** A response as sent: nothing is decompressed. */
export interface RecordedResponse {
  headers: Record<string, string>
  /** In Base64. */
  body: string
}

export async function record(url: string, load: Load): Promise<RecordedResponse> {
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request(url + load.target(), { headers: load.headers ?? {}, agent: false }, resolve)
      .on('error', reject)
      .end()
  })
  if (response.statusCode !== 200) throw new Error(`${url} responded ${response.statusCode}.`)
  const { connection: _, 'keep-alive': __, date: ___, ...headers } = response.headers
  return {
    headers: headers as Record<string, string>,
    body: (await buffer(response)).toString('base64'),
  }
}

/**
 * Requests targets for a time, or a number of them, and returns responses per second. The client is as lean as possible,
 * because it shares the cores with the servers. Rejects on any other status than 200.
 */
export async function requestsPerSecond(
  url: string,
  load: Load,
  limit: { milliseconds: number } | { requests: number },
): Promise<number> {
  const { hostname, port, host } = new URL(url)
  const lines = Object.entries({ host, ...load.headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const head = `${lines.join('\r\n')}\r\n\r\n`
  const began = performance.now()
  const end = 'milliseconds' in limit ? began + limit.milliseconds : Number.POSITIVE_INFINITY
  let unsent = 'requests' in limit ? limit.requests : Number.POSITIVE_INFINITY
  let responses = 0

  const client = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname).setNoDelay()
      let left = 0
      const send = () => {
        if (unsent <= 0 || performance.now() >= end) {
          socket.end()
          return resolve()
        }
        unsent -= 1
        return socket.write(`GET ${load.target()} HTTP/1.1\r\n${head}`)
      }
      socket.on('connect', send).on('error', reject)
      socket.on('data', (chunk) => {
        if (left === 0) {
          const start = chunk.indexOf('\r\n\r\n') + 4
          const received = chunk.subarray(0, start).toString('latin1')
          if (start < 4 || !received.startsWith('HTTP/1.1 200')) return reject(new Error(received))
          left = start + Number(/content-length: (\d+)/i.exec(received)?.[1])
        }
        left -= chunk.length
        if (left === 0) {
          responses += 1
          send()
        }
      })
    })
  await Promise.all(Array.from({ length: connections }, client))
  return (responses / (performance.now() - began)) * 1000
}

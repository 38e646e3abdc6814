import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface RawResponse {
  status: number
  headers: Headers
  body: string
}

/** A connection that sends exactly the bytes it is given, well-formed or not, and reads one response for each. */
export class RawClient {
  private socket: Socket | undefined
  private received = Buffer.alloc(0)
  private wake = () => {}
  private readonly port: number

  constructor(url: string) {
    this.port = Number(new URL(url).port)
  }

  /** The response; null if the server closed the connection without one. */
  async send(bytes: string | Buffer, { headOnly = false } = {}): Promise<RawResponse | null> {
    const socket = await this.connect()
    socket.write(bytes)
    while (true) {
      const response = this.take(headOnly)
      if (response) {
        if (response.headers.get('connection') === 'close') this.close()
        return response
      }
      if (socket.destroyed || socket.readableEnded) {
        this.close()
        return null
      }
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    }
  }

  get isOpen(): boolean {
    return this.socket?.writable === true
  }

  close(): void {
    this.socket?.destroy()
    this.socket = undefined
    this.received = Buffer.alloc(0)
  }

  /** Opens the connection, if it is not open. */
  async connect(): Promise<Socket> {
    if (this.socket && !this.socket.destroyed && this.socket.writable) return this.socket
    this.close()
    const socket = connect(this.port, '127.0.0.1')
    // A server that rejects a request closes while we may still be writing; its response counts, not the reset.
    socket.on('error', () => {})
    socket.on('close', () => this.wake())
    socket.on('data', (chunk) => {
      this.received = Buffer.concat([this.received, chunk])
      this.wake()
    })
    await once(socket, 'connect')
    this.socket = socket
    return socket
  }

  private take(headOnly: boolean): RawResponse | null {
    const end = this.received.indexOf('\r\n\r\n')
    if (end < 0) return null
    const [statusLine = '', ...lines] = this.received
      .subarray(0, end)
      .toString('latin1')
      .split('\r\n')
    const headers = new Headers(
      lines.map((line): [string, string] => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon), line.slice(colon + 1).trim()]
      }),
    )
    const status = Number(statusLine.split(' ')[1])
    const empty = headOnly || status === 204 || status === 304
    if (!empty && headers.has('transfer-encoding'))
      return this.takeChunked(end + 4, status, headers)
    const length = empty ? 0 : Number(headers.get('content-length') ?? 0)
    if (this.received.length < end + 4 + length) return null
    const body = this.received.subarray(end + 4, end + 4 + length).toString('utf8')
    this.received = this.received.subarray(end + 4 + length)
    return { status, headers, body }
  }

  /** Good enough for the short pages that come in chunks: their text never holds the end mark. */
  private takeChunked(start: number, status: number, headers: Headers): RawResponse | null {
    const end = this.received.indexOf('0\r\n\r\n', start)
    if (end < 0) return null
    const body = this.received.subarray(start, end).toString('utf8')
    this.received = this.received.subarray(end + 5)
    return { status, headers, body }
  }
}

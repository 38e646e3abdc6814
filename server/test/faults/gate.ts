import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { listenQuietly } from '../support/ports.ts'

/** A port in front of another one of this machine, which a test shuts as an outage would. It is open at first, and ends with the test. */
export async function gateTo(target: number | string) {
  const to = typeof target === 'number' ? target : Number(new URL(target).port)
  const sockets = new Set<Socket>()
  let isStalled = false
  const server = createServer((outer) => {
    sockets.add(outer.on('error', () => {}))
    if (isStalled) return
    const inner = connect(to, '127.0.0.1').on('error', () => outer.destroy())
    sockets.add(inner)
    outer.pipe(inner).pipe(outer)
    outer.once('close', () => inner.destroy())
    inner.once('close', () => outer.destroy())
  })
  const port = await listenQuietly(server)

  function breakOff() {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }

  /** Connections end, and new ones are rejected. */
  async function shut() {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    breakOff()
    await closed
  }
  onTestFinished(shut)

  return {
    port,
    /** The same address with the port of the gate. */
    before(url: string) {
      const moved = new URL(url)
      moved.port = String(port)
      return moved.href
    },
    shut,
    /** Connections stay, and new ones come about, but nothing comes through. */
    stall() {
      isStalled = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    /** Lets through again; what stalled is broken off. */
    async open() {
      isStalled = false
      breakOff()
      if (server.listening) return
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}

// Starts Firefox between Playwright and its WebDriver BiDi port, and answers the one command that Playwright sends to every
// page and this Firefox does not know: node test-support/firefox-filter.ts firefox-esr --remote-debugging-port=0 ...
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

const announcement = /WebDriver BiDi listening on (ws:\/\/\S+)/
const unknownCommand = 'emulation.setMediaFeaturesOverride'

const [command = '', ...args] = process.argv.slice(2)
const browser = spawn(command, args, { stdio: ['ignore', 'inherit', 'pipe'] })
browser.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => browser.kill(signal))
}

for await (const line of createInterface({ input: browser.stderr })) {
  const [, address] = announcement.exec(line) ?? []
  console.error(address ? line.replace(address, await filtered(address)) : line)
}

/** Returns the address of a port that passes on all messages but those with the unknown command. */
async function filtered(address: string): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
  server.on('connection', (client, { url }) => {
    const target = new WebSocket(address + (url ?? ''), { perMessageDeflate: false })
    const opened = new Promise((resolve) => target.once('open', resolve))
    client.on('message', async (data) => {
      const { id, method } = JSON.parse(String(data)) as { id: number; method: string }
      await opened
      if (method === unknownCommand)
        client.send(JSON.stringify({ type: 'success', id, result: {} }))
      else target.send(String(data))
    })
    target.on('message', (data) => client.send(String(data)))
    client.on('close', () => target.close())
    target.on('close', () => client.close())
  })
  await new Promise((resolve) => server.once('listening', resolve))
  return `ws://127.0.0.1:${(server.address() as { port: number }).port}`
}

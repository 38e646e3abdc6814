import { text } from 'node:stream/consumers'
import { listen } from '@photofeed/core/node'
import { onTestFinished } from 'vitest'

/** A cache's endpoint that keeps what it is sent; a test says what the next requests are answered instead of 204. */
export async function purgeEndpoint() {
  const answers: (number | 'none')[] = []
  const received: { authorization: string | undefined; body: unknown }[] = []
  const { server, url, close } = await listen('127.0.0.1', 0)
  server.on('request', async (request, response) => {
    const { authorization } = request.headers
    received.push({ authorization, body: JSON.parse(await text(request)) })
    const status = answers.shift() ?? 204
    if (status !== 'none') response.writeHead(status).end()
  })
  onTestFinished(async () => {
    server.closeAllConnections()
    await close()
  })
  return { url: `${url}/purge`, received, answers }
}

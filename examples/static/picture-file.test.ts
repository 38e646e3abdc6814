import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { savePicture } from './picture-file.ts'

test('a picture whose connection breaks on the way is one picture less', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Length': 10 }).write('half', () => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  expect(await savePicture(`http://127.0.0.1:${port}/a.jpg`, '/nowhere', 'a')).toBeNull()
})

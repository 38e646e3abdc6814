import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createOwnerCheck } from '../../src/media/media-owner.ts'
import { createS3Files } from '../../src/media/s3-files.ts'
import { s3Server } from '../support/s3.ts'

test('a bucket of a store that rejects conditional writes (501, Backblaze B2, Alibaba OSS) can be claimed', async () => {
  const settings = await s3Server()
  const target = new URL(settings.endpoint)
  const proxy = createServer((incoming, response) => {
    if (incoming.method === 'PUT' && incoming.headers['if-none-match'] !== undefined) {
      incoming.resume()
      response.writeHead(501, { 'Content-Type': 'application/xml' })
      response.end(
        '<?xml version="1.0"?><Error><Code>NotImplemented</Code><Message>A header you provided implies functionality that is not implemented.</Message></Error>',
      )
      return
    }
    const { method, url, headers } = incoming
    const onward = request(
      { ...{ host: target.hostname, port: target.port, method }, path: url ?? '', headers },
      (found) => {
        response.writeHead(found.statusCode ?? 500, found.headers)
        found.pipe(response)
      },
    )
    incoming.pipe(onward)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  const { port } = proxy.address() as AddressInfo
  const files = createS3Files({ ...settings, endpoint: `http://127.0.0.1:${port}` })
  let hasPlace = false
  const check = createOwnerCheck(
    files,
    {
      read: async () => ({ storeId: 'one', hasPlace, copiedFrom: null }),
      recordPlace: async () => {
        hasPlace = true
      },
    },
    false,
  )
  await check()
  expect([await files.readOwner(), hasPlace]).toEqual(['one', true])
})

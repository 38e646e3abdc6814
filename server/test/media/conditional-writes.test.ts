import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createOwnerCheck, ForeignMedia } from '../../src/media/media-owner.ts'
import { createS3Files } from '../../src/media/s3-files.ts'
import { s3Server } from '../support/s3.ts'

type Settings = Awaited<ReturnType<typeof s3Server>>

/** Starts a proxy in front of a store, and returns the files behind it. `handlePut` returns whether it has responded. */
async function filesBehindProxy(
  settings: Settings,
  handlePut: (incoming: IncomingMessage, response: ServerResponse) => Promise<boolean>,
) {
  const target = new URL(settings.endpoint)
  const proxy = createServer(async (incoming, response) => {
    if (incoming.method === 'PUT' && (await handlePut(incoming, response))) return
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
  return createS3Files({ ...settings, endpoint: `http://127.0.0.1:${port}` })
}

function reject(incoming: IncomingMessage, response: ServerResponse, status: number, code: string) {
  incoming.resume()
  response.writeHead(status, { 'Content-Type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`)
}

/** The check of a database with the id `one`. */
function checkOf(files: ReturnType<typeof createS3Files>) {
  const identity = { storeId: 'one', hasPlace: false, copiedFrom: null }
  const database = {
    read: async () => ({ ...identity }),
    recordPlace: async () => {
      identity.hasPlace = true
    },
  }
  return { identity, check: createOwnerCheck(files, database, false) }
}

const isConditional = ({ headers }: IncomingMessage) => headers['if-none-match'] !== undefined

test('a bucket of a store that rejects conditional writes (501, Backblaze B2, Alibaba OSS) can be claimed', async () => {
  const files = await filesBehindProxy(await s3Server(), async (incoming, response) => {
    if (!isConditional(incoming)) return false
    reject(incoming, response, 501, 'NotImplemented')
    return true
  })
  const { identity, check } = checkOf(files)
  await check()
  expect([await files.readOwner(), identity.hasPlace]).toEqual(['one', true])
})

test.each([
  [412, 'PreconditionFailed'],
  [409, 'ConditionalRequestConflict'],
])(
  'a bucket that another database claims at the same time stays with that database (%i)',
  async (status, code) => {
    const settings = await s3Server()
    const direct = createS3Files(settings)
    const files = await filesBehindProxy(settings, async (incoming, response) => {
      await direct.writeOwner('another', { replace: true })
      // A write without the condition replaces the id.
      if (!isConditional(incoming)) return false
      reject(incoming, response, status, code)
      return true
    })
    const { identity, check } = checkOf(files)
    await expect(check()).rejects.toThrow(ForeignMedia)
    expect([await files.readOwner(), identity.hasPlace]).toEqual(['another', false])
  },
)

test.each([
  [412, 'PreconditionFailed'],
  [409, 'ConditionalRequestConflict'],
])(
  'a bucket without an id after a rejected write (%i) is claimed by the next check',
  async (status, code) => {
    let rejections = 0
    const files = await filesBehindProxy(await s3Server(), async (incoming, response) => {
      if (rejections > 0) return false
      rejections += 1
      reject(incoming, response, status, code)
      return true
    })
    const { identity, check } = checkOf(files)
    await expect(check()).rejects.toThrow('did not store the id of this database.')
    expect([await files.readOwner(), identity.hasPlace]).toEqual([null, false])
    await check()
    expect([await files.readOwner(), identity.hasPlace]).toEqual(['one', true])
  },
)

import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { inspect } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { type FileStore, MediaStoreProblem } from '../../src/media/file-store.ts'
import { createS3Files, type S3Settings } from '../../src/media/s3-files.ts'
import { serveHttp } from '../support/http/serve-http.ts'
import { putBytes, s3Server } from '../support/media/s3.ts'

const limits = { attempts: 2, connectMs: 20_000, socketIdleMs: 20_000, readMs: 20_000 }
/** For who waits in vain. */
const shortLimits = { ...limits, socketIdleMs: 200 }

const drafts = await mkdtemp(join(tmpdir(), 'photofeed-drafts-'))
afterAll(() => rm(drafts, { recursive: true }))

const secrets = { accessKeyId: 'AKIDNOBODY', secretAccessKey: 'not-to-be-shown' }

/** A server that responds as no store should. */
async function serve(listener: RequestListener): Promise<S3Settings> {
  return settingsFor((await serveHttp(listener)).url)
}

function settingsFor(endpoint: string): S3Settings {
  return {
    bucket: 'media',
    prefix: '',
    drafts,
    endpoint,
    credentials: secrets,
    limits,
  }
}

async function problemOf(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(MediaStoreProblem)
  expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/AKIDNOBODY|not-to-be-shown/)
  return (error as MediaStoreProblem).message
}

const everyUse: [name: string, use: (files: FileStore) => Promise<unknown>][] = [
  ['check', (files) => files.check()],
  ['put', (files) => putBytes(files, 'a/b.jpg', Buffer.from('x'))],
  ['open', (files) => files.open('a/b.jpg')],
  ['delete', (files) => files.delete(['a/b.jpg'])],
]

test.each(everyUse)('%s where nothing listens', async (_, use) => {
  const files = createS3Files(settingsFor('http://127.0.0.1:1'))
  expect(await problemOf(use(files))).toBe(
    'The media store, http://127.0.0.1:1, failed (ECONNREFUSED). Check it, --s3-endpoint and --s3-region.',
  )
})

test.each(everyUse)('%s in a bucket that there is not', async (_, use) => {
  const server = await s3Server()
  expect(await problemOf(use(createS3Files({ ...server, bucket: 'no-such-bucket' })))).toBe(
    `The bucket no-such-bucket does not exist at ${server.endpoint}. Create it, or name another with --media.`,
  )
})

test.each(everyUse)('%s with a store that does not respond', async (_, use) => {
  let requested = 0
  const settings = await serve(() => {
    requested += 1
  })
  expect(await problemOf(use(createS3Files({ ...settings, limits: shortLimits })))).toBe(
    `The media store, ${settings.endpoint}, failed (TimeoutError). Check it, --s3-endpoint and --s3-region.`,
  )
  await expect.poll(() => requested).toBe(shortLimits.attempts)
})

test('credentials that the store does not know', async () => {
  const server = await s3Server()
  expect(await problemOf(createS3Files({ ...server, credentials: secrets }).check())).toBe(
    `${server.endpoint} rejects the credentials for the bucket ${server.bucket}. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, that they may list, get, put and delete, and the clock of this machine.`,
  )
})

test('a read from a store that hangs ends after its time limit', async () => {
  const settings = await serve(() => {})
  const files = createS3Files({ ...settings, limits: { ...limits, readMs: 100 } })
  expect(await problemOf(files.open('a/b.jpg'))).toBe(
    `The media store, ${settings.endpoint}, failed (TimeoutError). Check it, --s3-endpoint and --s3-region.`,
  )
})

test('the time limit of a read ends with the headers', async () => {
  const settings = await serve(async (_, res) => {
    res.writeHead(200, { 'Content-Length': '7', ETag: '"1"' })
    res.write('slow')
    await setTimeout(1500)
    res.end('est')
  })
  const files = createS3Files({ ...settings, limits: { ...limits, readMs: 1000 } })
  const file = await files.open('a/b.jpg')
  expect(file?.body && (await text(file.body))).toBe('slowest')
})

test('a store that keeps what is deleted, or lists nothing, is found by the first check', async () => {
  const settings = await serve((req, res) => {
    res.setHeader('ETag', '"1"')
    if (req.method === 'GET' && !req.url?.includes('list-type')) res.setHeader('Content-Length', 1)
    res.end(req.method === 'GET' ? 'x' : '<DeleteResult></DeleteResult>')
  })
  expect(await problemOf(createS3Files(settings).check())).toContain('failed (')
})

test('files are deleted with one request for a thousand', async () => {
  const counts: number[] = []
  const settings = await serve(async (req, res) => {
    const body = await text(req)
    // As MinIO and others do, and as Amazon did.
    const isWhole = req.headers['content-md5'] === createHash('md5').update(body).digest('base64')
    if (!isWhole || Object.keys(req.headers).some((name) => name.includes('checksum')))
      return void res.writeHead(400).end('<Error><Code>MissingContentMD5</Code></Error>')
    counts.push(body.match(/<Key>harbour\/a\/\d+\.jpg<\/Key>/g)?.length ?? 0)
    res.end('<DeleteResult></DeleteResult>')
  })
  const files = createS3Files({ ...settings, prefix: 'harbour' })
  await files.delete(Array.from({ length: 2345 }, (_, number) => `a/${number}.jpg`))
  expect(counts).toEqual([1000, 1000, 345])
})

test('a file that cannot be deleted is an error', async () => {
  const settings = await serve((_, res) =>
    res.end(
      '<DeleteResult><Error><Key>a</Key><Code>AccessDenied</Code><Message>No.</Message></Error></DeleteResult>',
    ),
  )
  expect(await problemOf(createS3Files(settings).delete(['a']))).toBe(
    `The media store, ${settings.endpoint}, failed (AccessDenied). Check it, --s3-endpoint and --s3-region.`,
  )
})

test('an upload is signed by the hash of its content, which is sent as it is', async () => {
  const requests: unknown[] = []
  const settings = await serve(async (req, res) => {
    const { authorization = '', ...headers } = req.headers
    requests.push([
      headers['x-amz-content-sha256'],
      headers['content-length'],
      authorization.includes('x-amz-content-sha256'),
      await text(req),
    ])
    res.end()
  })
  await putBytes(createS3Files(settings), 'a/b.jpg', Buffer.from('0123456789'))
  const sha256 = '84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882'
  expect(requests).toEqual([[sha256, '10', true, '0123456789']])
})

test('a body that stops coming', async () => {
  const settings = await serve((_, res) => {
    res.writeHead(200, { 'Content-Length': '1000', ETag: '"1"' }).write('the beginning')
  })
  const file = await createS3Files({ ...settings, limits: shortLimits }).open('a/b.jpg')
  expect(await problemOf(text(file?.body as Readable))).toBe(
    `The media store, ${settings.endpoint}, failed (TimeoutError). Check it, --s3-endpoint and --s3-region.`,
  )
})

test.each([
  [
    'PermanentRedirect',
    301,
    'The bucket media is in another region. Name its own with --s3-region.',
  ],
  ['SignatureDoesNotMatch', 403, 'rejects the credentials'],
  ['RequestTimeTooSkewed', 403, 'and the clock of this machine'],
])('the store responds with %s', async (code, status, sentence) => {
  const settings = await serve((_, res) =>
    res
      .writeHead(status, { 'Content-Type': 'application/xml' })
      .end(
        `<Error><Code>${code}</Code><AWSAccessKeyId>AKIDNOBODY</AWSAccessKeyId><StringToSign>not-to-be-shown</StringToSign></Error>`,
      ),
  )
  const message = await problemOf(putBytes(createS3Files(settings), 'a/b.jpg', Buffer.from('x')))
  expect(message).toContain(sentence)
})

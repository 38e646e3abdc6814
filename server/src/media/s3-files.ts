import { createHash, randomUUID } from 'node:crypto'
import { open as openDraft } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import * as aws from '@aws-sdk/client-s3'
import {
  type Draft,
  type FileStore,
  type OpenFile,
  translateErrors,
  translating,
} from './file-store.ts'
import { createDrafts } from './folder-files.ts'
import { type SdkError, s3Problem } from './s3-problem.ts'

export interface S3Settings {
  bucket: string
  /** The start of every key, without a slash at its end; '' for none. */
  prefix: string
  /** The folder of this machine where files are written before they are uploaded. */
  drafts: string
  endpoint?: string | undefined
  region?: string | undefined
  /** By default what the SDK finds: the environment, the shared files, the machine's role. */
  credentials?: NonNullable<aws.S3ClientConfig['credentials']>
  limits?: RequestLimits
}

/** Each request is tried up to `attempts` times; each attempt ends when nothing moves for so long. */
const defaultLimits = {
  attempts: 3,
  connectMs: 2_000,
  socketIdleMs: 10_000,
  /** How long a read waits for the headers of the response, with all attempts: somebody waits for a picture. */
  readMs: 3_000,
}
type RequestLimits = typeof defaultLimits

const firstRetryMs = 200
/** Far less than the hour after which an account's files are deleted once more. */
const longestUploadMs = 1_800_000
/** How many keys a request deletes at most. */
const keysOfRequest = 1000

// A client that reads a video slowly uses a socket; the SDK's 50 would soon be all taken.
const sockets = {
  maxSockets: 500,
  // Node adds it to its own agents only.
  ...(process.env.NODE_USE_ENV_PROXY === '1' && { proxyEnv: process.env }),
}

/** Stores files in an S3-compatible store, which shows an object only when all of it has arrived. */
export function createS3Files(settings: S3Settings): FileStore {
  const { limits = defaultLimits } = settings
  const client = new aws.S3Client(clientConfig(settings, limits))
  const Bucket = settings.bucket
  const root = settings.prefix === '' ? '' : `${settings.prefix}/`
  const place = { bucket: Bucket, at: settings.endpoint ?? 'Amazon S3' }
  const at = (key: string) => ({ Bucket, Key: `${root}${key}` })
  const problem = (error: unknown) => s3Problem(error, place)
  /** Whether a file was written, read and deleted here. */
  let isTried = false

  const tried = translating(problem)
  async function limited<T>(send: (options: { abortSignal: AbortSignal }) => Promise<T>) {
    const overdue = new AbortController()
    // Not AbortSignal.timeout, which would end the body as well.
    const timer = setTimeout(() => overdue.abort(), limits.readMs)
    try {
      return await send({ abortSignal: overdue.signal })
    } catch (error) {
      const tooSlow = Object.assign(new Error(), { name: 'TimeoutError' })
      throw problem(overdue.signal.aborted ? tooSlow : error)
    } finally {
      clearTimeout(timer)
    }
  }

  async function open(key: string, wanted?: string): Promise<OpenFile | null> {
    const get = new aws.GetObjectCommand({ ...at(key), Range: wanted })
    const found = await limited((options) => client.send(get, options).catch(withoutBody))
    if (found === null || 'body' in found) return found
    const [, start, end, bytes = found.ContentLength] =
      /^bytes (\d+)-(\d+)\/(\d+)$/.exec(found.ContentRange ?? '') ?? []
    return {
      bytes: Number(bytes),
      range: start === undefined ? null : { start: Number(start), end: Number(end) },
      body: translateErrors(found.Body as Readable, problem),
    }
  }

  /** The SDK does not retry streams: it cannot read them again. */
  async function upload(key: string, draft: Draft): Promise<void> {
    const overdue = AbortSignal.timeout(longestUploadMs)
    for (let attempt = 1; ; attempt += 1) {
      await using file = await openDraft(draft.path)
      const body = file.createReadStream({ autoClose: false })
      // The SDK rejects when the stream fails, and may no longer listen to it afterwards.
      body.on('error', () => {})
      const put = new aws.PutObjectCommand({ ...at(key), Body: body, ContentLength: draft.bytes })
      put.middlewareStack.add(
        (next) => (args) => {
          const { headers } = args.request as { headers: Record<string, string> }
          // By default the SDK does not sign a stream.
          headers['x-amz-content-sha256'] = draft.sha256
          return next(args)
        },
        { step: 'build' },
      )
      try {
        await client.send(put, { abortSignal: overdue })
        return
      } catch (error) {
        if (attempt >= limits.attempts || isFinal(error) || overdue.aborted) throw error
        await sleep(firstRetryMs * 2 ** (attempt - 1))
      } finally {
        body.destroy()
      }
    }
  }

  async function size(key: string): Promise<number | null> {
    const head = new aws.HeadObjectCommand(at(key))
    const found = await limited((options) => client.send(head, options).catch(withoutBody))
    return found && 'ContentLength' in found ? (found.ContentLength ?? 0) : null
  }

  async function list(folder: string): Promise<string[]> {
    const keys: string[] = []
    const pages = aws.paginateListObjectsV2({ client }, { Bucket, Prefix: `${at(folder).Key}/` })
    for await (const { Contents = [] } of pages)
      for (const { Key = '' } of Contents) keys.push(Key.slice(root.length))
    return keys
  }

  async function remove(keys: readonly string[]): Promise<void> {
    for (let start = 0; start < keys.length; start += keysOfRequest) {
      const Objects = keys.slice(start, start + keysOfRequest).map((key) => ({ Key: at(key).Key }))
      const deletion = new aws.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } })
      deletion.middlewareStack.add((next) => (args) => next(addMd5(args)), {
        ...({ step: 'finalizeRequest', priority: 'high' } as const),
      })
      const { Errors = [] } = await tried(client.send(deletion))
      const [first] = Errors
      if (first) throw problem(Object.assign(new Error(first.Message), { name: first.Code }))
    }
  }

  return {
    place: `The bucket s3://${Bucket}/${settings.prefix}`,
    drafts: createDrafts(settings.drafts),
    async check() {
      // Probes come every few seconds, and a store charges for each request.
      if (isTried) return void (await tried(client.send(new aws.HeadBucketCommand({ Bucket }))))
      const key = `checks/${randomUUID()}`
      await tried(client.send(new aws.PutObjectCommand({ ...at(key), Body: 'photofeed' })))
      const found = await open(key)
      found?.body?.destroy()
      await tried(list('checks'))
      await remove([key])
      isTried = found !== null && (await size(key)) === null
      if (isTried) return
      throw problem(Object.assign(new Error(), { name: 'a new object is not found, or stays' }))
    },
    put: (key, draft) => tried(upload(key, draft)),
    size,
    open,
    list: (folder) => tried(list(folder)),
    delete: remove,
  }
}

/**
 * Sends the MD5 of the request instead of the checksum that the SDK computes for deletions: Amazon accepts both, and many
 * compatible stores only the older one.
 */
function addMd5<Args extends { request: unknown }>(args: Args): Args {
  const { headers, body } = args.request as { headers: Record<string, string>; body: string }
  for (const name of Object.keys(headers)) {
    if (/^x-amz-(sdk-)?checksum-/i.test(name)) delete headers[name]
  }
  headers['content-md5'] = createHash('md5').update(body).digest('base64')
  return args
}

function clientConfig(settings: S3Settings, limits: RequestLimits): aws.S3ClientConfig {
  const { endpoint, credentials } = settings
  // Other stores than Amazon's have no regions, but a signature contains one.
  const region = settings.region ?? (endpoint && 'us-east-1')
  return {
    ...(endpoint && { endpoint }),
    ...(region && { region }),
    ...(credentials && { credentials }),
    // With the bucket in the host name, each bucket of another store than Amazon's would need a DNS record.
    forcePathStyle: endpoint !== undefined,
    maxAttempts: limits.attempts,
    requestHandler: {
      connectionTimeout: limits.connectMs,
      socketTimeout: limits.socketIdleMs,
      httpAgent: sockets,
      httpsAgent: sockets,
    },
    // The newer checksums are unknown to many compatible stores; the signature covers the content anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }
}

/** Whether the store would respond to another attempt alike. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof aws.S3ServiceException))
    return (error as Error).name.endsWith('ProviderError')
  const status = error.$metadata.httpStatusCode ?? 500
  return status < 500 && status !== 429
}

/** Returns null for an object that is missing, and no body for one that lacks the range. */
function withoutBody(error: SdkError): (OpenFile & { body: null }) | null {
  const status = statusOf(error)
  if (status === 404 && error.name !== 'NoSuchBucket') return null
  if (status !== 416) throw error
  const [, bytes] = /\*\/(\d+)$/.exec(error.$response?.headers?.['content-range'] ?? '') ?? []
  return { bytes: bytes === undefined ? null : Number(bytes), range: null, body: null }
}

function statusOf(error: unknown): number {
  return (error as SdkError).$metadata?.httpStatusCode ?? 0
}

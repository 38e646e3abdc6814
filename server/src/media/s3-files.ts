import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  NotFound,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import type { ByteRange, FileStore } from './file-store.ts'
import { s3Problem } from './s3-problem.ts'
import { type S3Settings, s3ClientConfig } from './s3-settings.ts'
import { translateErrors } from './stream-errors.ts'

/** Keeps files in an S3-compatible store, which shows an object only when all of it has arrived. */
export function createS3Files(settings: S3Settings): FileStore {
  const client = new S3Client(s3ClientConfig(settings))
  const Bucket = settings.bucket
  const root = settings.prefix === '' ? '' : `${settings.prefix}/`
  const place = { bucket: Bucket, at: settings.endpoint ?? 'Amazon S3' }
  const at = (key: string) => ({ Bucket, Key: `${root}${key}` })
  const problem = (error: unknown) => s3Problem(error, place)

  async function tried<T>(work: Promise<T>): Promise<T> {
    return work.catch((error) => {
      throw problem(error)
    })
  }

  async function read(key: string, etag: string | undefined, range: ByteRange | undefined) {
    const { Body } = await tried(
      client.send(
        new GetObjectCommand({
          ...at(key),
          // What was found is what is read, also when another process writes the key anew in between.
          IfMatch: etag,
          Range: range && `bytes=${range.start}-${range.end}`,
        }),
      ),
    )
    return translateErrors(Body as Readable, problem)
  }

  return {
    async check() {
      await tried(client.send(new HeadBucketCommand({ Bucket })))
    },
    async put(key, bytes) {
      await tried(client.send(new PutObjectCommand({ ...at(key), Body: bytes })))
    },
    async find(key) {
      const found = await tried(client.send(new HeadObjectCommand(at(key))).catch(absent))
      return (
        found && {
          bytes: found.ContentLength ?? 0,
          modifiedAt: found.LastModified ?? new Date(0),
          read: (range) => read(key, found.ETag, range),
        }
      )
    },
    async delete(key) {
      await tried(client.send(new DeleteObjectCommand(at(key))))
    },
    async *list(folder) {
      const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: `${root}${folder}/` })
      while (true) {
        const { value: page, done } = await tried(pages.next())
        if (done) return
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
          yield { key: Key.slice(root.length), bytes: Size, modifiedAt: LastModified }
        }
      }
    },
  }
}

function absent(error: unknown): null {
  if (error instanceof NotFound) return null
  throw error
}

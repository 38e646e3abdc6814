import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { ObjectStore } from 's3rver'

/** S3rver shows an object, and answers that it is stored, before all of it is written; no store does that we keep media in. */
export function storeWhole(store: ObjectStore): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const bytes = await buffer(content)
    const md5 = createHash('md5').update(bytes).digest('hex')
    const path = store.getResourcePath(bucket, key, 'object')
    const draft = `${path}.${randomUUID()}`
    await mkdir(dirname(path), { recursive: true })
    await writeFile(draft, bytes)
    await store.putMetadata(bucket, key, metadata, md5)
    await rename(draft, path)
    return { size: bytes.length, md5 }
  }
}

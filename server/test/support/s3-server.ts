import S3rver from 's3rver'
import { onTestFinished } from 'vitest'
import { tempFolder } from '../../../testing/temp-folder.ts'
import type { S3Settings } from '../../src/media/s3-settings.ts'
import { storeWhole } from './whole-objects.ts'

export const testBucket = 'photofeed-media'

/** The only key that the server below knows. */
export const testCredentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

export interface TestS3Server extends S3Settings {
  endpoint: string
  stop(): Promise<void>
}

/** An S3-compatible server with one empty bucket, which ends with the test; and how to use it. */
export async function s3Server(): Promise<TestS3Server> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory: await tempFolder(),
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: testBucket }],
  })
  storeWhole(server.store)
  const { port } = await server.run()
  async function stop() {
    server.httpServer.closeAllConnections()
    if (server.httpServer.listening) await server.close()
  }
  onTestFinished(stop)
  return {
    bucket: testBucket,
    prefix: '',
    endpoint: `http://127.0.0.1:${port}`,
    pathStyle: true,
    credentials: testCredentials,
    stop,
  }
}

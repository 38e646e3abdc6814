declare module 's3rver' {
  import type { AddressInfo } from 'node:net'

  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      directory: string
      silent: boolean
      vhostBuckets: boolean
      configureBuckets: { name: string }[]
    })
    run(): Promise<AddressInfo>
    close(): Promise<void>
    readonly httpServer: import('node:http').Server
    readonly store: ObjectStore
  }

  /** As far as we touch it. */
  export interface ObjectStore {
    putObject(object: StoredObject): Promise<{ size: number; md5: string }>
    putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>
    getResourcePath(bucket: string, key: string, resource: 'object'): string
  }

  interface StoredObject {
    bucket: string
    key: string
    content: NodeJS.ReadableStream
    metadata: object
  }
}

// The published types are those of version 0.5.
declare module 'fresh' {
  import type { IncomingHttpHeaders } from 'node:http'

  export default function fresh(
    request: IncomingHttpHeaders,
    response: { etag: string; 'last-modified': string | undefined },
  ): boolean
}

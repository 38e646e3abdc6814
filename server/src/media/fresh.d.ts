// @types/fresh is not among the dependencies.
declare module 'fresh' {
  import type { IncomingHttpHeaders } from 'node:http'

  export default function fresh(
    request: IncomingHttpHeaders,
    response: { etag: string; 'last-modified': string },
  ): boolean
}

import type { Readable } from 'node:stream'

/** The stream, which from now on fails with translated errors. */
export function translateErrors<Stream extends Readable>(
  stream: Stream,
  translate: (error: unknown) => Error,
): Stream {
  // A second stream behind this one would be a detour for every byte that is served.
  const destroy = stream._destroy.bind(stream)
  stream._destroy = (error, done) => destroy(error && translate(error), done)
  return stream
}

import { chooseEncoding, compress } from '@photofeed/core/node'
import type { MiddlewareHandler } from 'hono'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress'

/** Compresses the pages that the server renders itself. Hono's own middleware reads no weights, and knows gzip only. */
export const compressedPages: MiddlewareHandler = async (context, next) => {
  await next()
  const { headers, body, status } = context.res
  const type = headers.get('Content-Type') ?? ''
  // Files are sent with a length, and compressed by what sends them.
  if (!body || headers.has('Content-Length') || !COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type)) return
  const bytes = Buffer.from(await context.res.arrayBuffer())
  const own = new Headers(headers)
  own.append('Vary', 'Accept-Encoding')
  const encoding = chooseEncoding(context.req.header('Accept-Encoding'), bytes.length)
  if (encoding) own.set('Content-Encoding', encoding)
  const content = encoding ? await compress(bytes, encoding, { isSentAgain: false }) : bytes
  own.set('Content-Length', String(content.length))
  // Hono would add the old headers to a response that is set while there is one.
  context.res = undefined
  context.res = new Response(new Uint8Array(content), { status, headers: own })
}

import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** Requests a path exactly as written, and returns the response as sent: fetch would normalize the one and decompress the other. */
export async function rawGet(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body?: string,
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }> {
  const [, origin = '', path = ''] = /^(https?:\/\/[^/]+)(.*)$/.exec(url) ?? []
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(origin, { path, headers, method }, resolve).on('error', reject).end(body)
  })
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
}

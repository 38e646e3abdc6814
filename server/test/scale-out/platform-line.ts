import { listen } from '@photofeed/core/node'
import { onTestFinished } from 'vitest'

/** One server's line to the platform's graph: every page of a listing that it asks for is noted. */
export interface PlatformLine {
  url: string
  /** Each with the token and the cursor that it was asked with. */
  pages: string[]
}

/** A line that a test may hold: a page that is asked for waits for `before`, which gets its number in the listing. */
export async function platformLine(
  graph: string,
  before: (page: number) => Promise<unknown> = async () => {},
): Promise<PlatformLine> {
  const pages: string[] = []
  const { server, url, close } = await listen('127.0.0.1', 0)
  const pagesOf = new Map<string, number>()
  server.on('request', async (request, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? '', url)
    if (pathname.endsWith('/media')) {
      const token = searchParams.get('access_token') ?? ''
      const number = searchParams.has('after') ? (pagesOf.get(token) ?? 0) + 1 : 1
      pagesOf.set(token, number)
      pages.push(`${token} ${searchParams.get('after')}`)
      await before(number)
    }
    const answer = await fetch(`${graph}${pathname}${search}`)
    response.writeHead(answer.status, {
      'Content-Type': answer.headers.get('Content-Type') ?? '',
    })
    response.end(await answer.text())
  })
  onTestFinished(async () => {
    server.closeAllConnections()
    await close()
  })
  return { url, pages }
}

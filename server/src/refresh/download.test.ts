import type { RequestListener, ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { serveHttp } from '../../test/support/http/serve-http.ts'
import { collect } from '../../test/support/media/s3.ts'
import { fileLimits } from '../media/file-store.ts'
import { download, MediaUnavailable } from './download.ts'

const fromWeb = (url: string) => download(url, { fetch })

const serve = async (listener: RequestListener) => (await serveHttp(listener)).url

async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.concat(await collect(content)).toString()
}

async function reason(content: AsyncIterable<unknown>): Promise<string> {
  const error = await collect(content).catch((problem: unknown) => problem)
  expect(error).toBeInstanceOf(MediaUnavailable)
  return (error as MediaUnavailable).message
}

describe('a web address', () => {
  test('is downloaded', async () => {
    const url = await serve((req, res) => res.end(`file ${req.url}`))
    expect(await textOf(fromWeb(`${url}/a.jpg?oe=1`))).toBe('file /a.jpg?oe=1')
  })

  test('is followed three times and no further', async () => {
    const url = await serve((req, res) => {
      const left = Number(req.url?.slice(1))
      if (left === 0) res.end('here')
      else res.writeHead(302, { Location: `/${left - 1}` }).end()
    })
    expect(await textOf(fromWeb(`${url}/3`))).toBe('here')
    expect(await reason(fromWeb(`${url}/4`))).toBe('too many redirects')
  })

  test('leads to no other kind of address', async () => {
    const url = await serve((_, res) =>
      res.writeHead(302, { Location: 'file:///etc/passwd' }).end(),
    )
    expect(await reason(fromWeb(url))).toBe('not a web address')
  })

  test('that responds with an error is unavailable', async () => {
    const url = await serve((_, res) => res.writeHead(403).end('URL signature expired'))
    expect(await reason(fromWeb(url))).toBe('responded with 403')
    const nowhere = await serve((_, res) => res.writeHead(302).end())
    expect(await reason(fromWeb(nowhere))).toBe('responded with 302')
  })

  test('that is cut off or does not respond is unreachable', async () => {
    const url = await serve((_, res) => {
      res.writeHead(200, { 'Content-Length': '100' })
      res.write('half', () => res.destroy())
    })
    expect(await reason(fromWeb(url))).toBe('unreachable')
    expect(await reason(fromWeb('http://127.0.0.1:1/'))).toBe('unreachable')
  })

  test('is canceled when its reader has had enough', async () => {
    let sent = 0
    let canceled = false
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1
        controller.enqueue(Buffer.alloc(1024))
      },
      cancel() {
        canceled = true
      },
    })
    const fetch = async () => new Response(endless)
    for await (const _ of download('https://cdn.photos.example/a.mp4', { fetch }))
      if (sent > 9) break
    expect(canceled).toBe(true)
    expect(sent).toBeLessThan(15)
  })

  test('is not started if its declared length is too large', async () => {
    let canceled = false
    const body = new ReadableStream({
      cancel() {
        canceled = true
      },
    })
    const headers = { 'Content-Length': String(fileLimits.videoBytes + 1) }
    const fetch = async () => new Response(body, { headers })
    await expect(
      collect(download('https://cdn.photos.example/a.mp4', { fetch })),
    ).rejects.toMatchObject({ reason: 'too large' })
    expect(canceled).toBe(true)
  })

  test.each<[string, (res: ServerResponse, end: () => void) => void]>([
    ['that never responds', (_, end) => end()],
    ['that stops in the middle', (res, end) => res.writeHead(200).write('half', end)],
    ['that stops after a redirect', (res, end) => res.writeHead(302, { Location: '/' }).end(end)],
  ])('%s is aborted at the deadline', async (_, response) => {
    const overdue = new AbortController()
    const url = await serve((_, res) => response(res, () => overdue.abort()))
    const content = download(url, { fetch, signal: overdue.signal })
    expect(await reason(content)).toBe('timed out')
  })

  test('may take long, unless it stalls', async () => {
    const drip = (bytes: number) =>
      serve((_, res) => {
        const timer = setInterval(() => res.write(Buffer.alloc(bytes)), 20)
        setTimeout(() => res.end(clearInterval(timer)), 1000)
        res.once('close', () => clearInterval(timer))
      })
    const get = async (url: string) => collect(download(url, { fetch, partMs: 400 }))
    expect((await get(await drip(200_000))).length).toBeGreaterThan(5)
    expect(await reason(download(await drip(100), { fetch, partMs: 400 }))).toBe('timed out')
  })

  test('has a signal, and no credentials', async () => {
    const calls: Array<RequestInit | undefined> = []
    const fetch = async (_: URL, init: RequestInit) => {
      calls.push(init)
      return new Response('x')
    }
    await collect(download('https://cdn.photos.example/a.jpg', { fetch }))
    expect(calls[0]?.signal).toBeInstanceOf(AbortSignal)
    expect(calls[0]).toMatchObject({ redirect: 'manual', credentials: 'omit' })
  })
})

test.each(['media/a.jpg', '/etc/passwd', 'file:///etc/passwd', 'data:image/png;base64,AA=='])(
  '%j is not downloaded',
  async (url) => {
    expect(await reason(fromWeb(url))).toBe('not a web address')
  },
)

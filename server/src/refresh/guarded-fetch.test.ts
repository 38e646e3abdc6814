import type { LookupAddress } from 'node:dns'
import type { RequestListener } from 'node:http'
import {
  createGuardedFetch,
  type DownloadRules,
  type GuardedFetchDeps,
  type Lookup,
} from '@photofeed/core/node'
import { describe, expect, test } from 'vitest'
import { serveHttp } from '../../test/support/http/serve-http.ts'
import { collect } from '../../test/support/media/s3.ts'
import { platformRules } from '../platform/download-rules.ts'
import { MediaUnavailable, download as readMedia } from './download.ts'

const loopback = '127.0.0.1'
const anyHost: DownloadRules = { hosts: null, plainHttp: true, trustedOrigins: [] }

async function serve(listener: RequestListener) {
  const requests: string[] = []
  const { port, url } = await serveHttp((req, res) => {
    requests.push(`${req.headers.host}${req.url}`)
    listener(req, res)
  })
  return { requests, port, origin: url }
}

/** A name service of our own: each look-up of any name gives the next addresses. */
function names(...responses: string[][]): { lookup: Lookup; requestCount: string[] } {
  const requestCount: string[] = []
  const lookup: Lookup = (hostname, _, callback) => {
    const addresses = responses[Math.min(requestCount.length, responses.length - 1)] ?? []
    requestCount.push(hostname)
    const found: LookupAddress[] = addresses.map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }))
    process.nextTick(callback, null, found)
  }
  return { lookup, requestCount }
}

async function textOf(content: AsyncIterable<Uint8Array>) {
  return Buffer.concat(await collect(content)).toString()
}

async function download(url: string, rules: DownloadRules, deps?: GuardedFetchDeps) {
  const fetch = createGuardedFetch(rules, deps)
  return textOf(readMedia(url, { fetch }))
}

async function reason(work: Promise<unknown>): Promise<string> {
  const error = await work.catch((problem: unknown) => problem)
  expect(error).toBeInstanceOf(MediaUnavailable)
  return (error as MediaUnavailable).message
}

// For the tests of what passes: nothing public can be reached from them, so they use loopback.
const isAllowed = (address: string) => address === loopback

describe('a name', () => {
  test('is looked up once, and its address is connected to', async () => {
    const { port, requests } = await serve((_, res) => res.end('picture'))
    const { lookup, requestCount } = names([loopback])
    const url = `http://photos.example:${port}/a.jpg`
    expect(await download(url, anyHost, { lookup, isAllowed })).toBe('picture')
    expect(requestCount).toEqual(['photos.example'])
    expect(requests).toEqual([`photos.example:${port}/a.jpg`])
  })

  test.each([
    [['127.0.0.1']],
    [['169.254.169.254']],
    [['::ffff:127.0.0.1']],
    [['8.8.8.8', '127.0.0.1']],
    [['127.0.0.1', '8.8.8.8']],
    [['not an address']],
    [[]],
  ])('with the addresses %j is not connected to', async (addresses) => {
    const { port, requests } = await serve((_, res) => res.end('secret'))
    for (const host of ['photos.example', 'localhost', 'metadata.google.internal']) {
      const { lookup } = names(addresses)
      const url = `http://${host}:${port}/a.jpg`
      expect(await reason(download(url, anyHost, { lookup }))).toBe('not a public address')
    }
    expect(requests).toEqual([])
  })

  test('that the platform’s rules allow is judged by its address all the same', async () => {
    const { lookup, requestCount } = names(['127.0.0.1'])
    const url = 'https://scontent.cdninstagram.com/a.jpg'
    expect(await reason(download(url, platformRules, { lookup }))).toBe('not a public address')
    expect(requestCount).toEqual(['scontent.cdninstagram.com'])
  })

  test('that is unknown is unreachable', async () => {
    const lookup: Lookup = (_, __, callback) =>
      callback(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), [])
    const url = 'https://photos.example/a.jpg'
    expect(await reason(download(url, anyHost, { lookup }))).toBe('unreachable')
  })
})

describe('rebinding', () => {
  test('a name that changes its address between two downloads is checked again', async () => {
    const { port, requests } = await serve((_, res) =>
      res.writeHead(200, { Connection: 'close' }).end('picture'),
    )
    const { lookup, requestCount } = names([loopback], ['169.254.169.254'])
    const fetch = createGuardedFetch(anyHost, { lookup, isAllowed })
    const again = () => textOf(readMedia(`http://photos.example:${port}/a.jpg`, { fetch }))
    await again()
    expect(await reason(again())).toBe('not a public address')
    expect(requestCount).toHaveLength(2)
    expect(requests).toHaveLength(1)
  })

  test('a name that changes its address in the middle of a redirect is checked again', async () => {
    const { port, requests } = await serve((_, res) =>
      res.writeHead(302, { Location: '/b.jpg', Connection: 'close' }).end(),
    )
    const { lookup } = names([loopback], ['10.0.0.1'])
    const url = `http://photos.example:${port}/a.jpg`
    expect(await reason(download(url, anyHost, { lookup, isAllowed }))).toBe('not a public address')
    expect(requests).toEqual([`photos.example:${port}/a.jpg`])
  })
})

describe('a redirect', () => {
  test.each([
    ['http://169.254.169.254/latest/meta-data/', 'not a public address'],
    ['//10.0.0.1/a.jpg', 'not a public address'],
    ['http://intranet.example/', 'not a public address'],
    ['http://a:b@photos.example/', 'an address with a password'],
    ['file:///etc/passwd', 'not a web address'],
    ['http://[', 'unreachable'],
  ])('to %s is not followed', async (location, expected) => {
    const { origin, requests } = await serve((_, res) =>
      res.writeHead(302, { Location: location }).end(),
    )
    const rules = { ...anyHost, trustedOrigins: [origin] }
    const { lookup } = names(['10.0.0.1'])
    expect(await reason(download(origin, rules, { lookup }))).toBe(expected)
    expect(requests).toHaveLength(1)
  })

  test.each([
    ['https://evil.example/a.jpg', 'a host that is not allowed'],
    ['http://scontent.cdninstagram.com/a.jpg', 'not https'],
  ])('from the platform to %s is not followed', async (location, expected) => {
    const { origin } = await serve((_, res) => res.writeHead(302, { Location: location }).end())
    const rules = { ...platformRules, trustedOrigins: [origin] }
    expect(await reason(download(origin, rules))).toBe(expected)
  })

  test('to another port of a trusted host is not followed', async () => {
    const other = await serve((_, res) => res.end('secret'))
    const { origin } = await serve((_, res) => res.writeHead(302, { Location: other.origin }).end())
    const rules = { ...anyHost, trustedOrigins: [origin] }
    expect(await reason(download(origin, rules))).toBe('not a public address')
    expect(other.requests).toEqual([])
  })
})

test('a trusted origin is requested at any address', async () => {
  const { origin } = await serve((_, res) => res.end('picture'))
  const rules = { ...platformRules, trustedOrigins: [origin] }
  expect(await download(`${origin}/a.jpg`, rules)).toBe('picture')
  expect(await reason(download(`${origin}/a.jpg`, anyHost))).toBe('not a public address')
})

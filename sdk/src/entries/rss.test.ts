import { headers } from '@photofeed/openapi'
import { describe, expect, it } from 'vitest'
import {
  apiError,
  apiKey,
  baseUrl,
  catchError,
  fakeFetch,
  text,
} from '../../test/support/fake-fetch.ts'
import { fakePace, timeout, totalTimeout } from '../../test/support/fake-pace.ts'
import { itemText, rssText } from '../../test/support/rss-text.ts'
import { createPacedFeed } from '../feed/feed.ts'
import { createFeed, type Feed, InvalidApiKeyError, UnreadableBodyError } from './index.ts'
import { rss } from './rss.ts'

const bare = {
  id: '1',
  title: null,
  link: null,
  timestamp: null,
  author: null,
  description: null,
  enclosure: null,
  media: [],
}

/** Reads a document; null when it is unreadable. */
async function documentOf(body: string) {
  const { fetch } = fakeFetch(text(body))
  try {
    return await rss(createFeed({ baseUrl, apiKey, fetch, maxRetries: 0 }))
  } catch (error) {
    if (error instanceof UnreadableBodyError) return null
    throw error
  }
}

async function itemsOf(...items: string[]) {
  return (await documentOf(rssText(items.join(''))))?.items
}

describe('the request', () => {
  it('is a GET that needs no CORS preflight', async () => {
    const { fetch, requests } = fakeFetch(text(rssText()))
    await rss(createFeed({ baseUrl: `${baseUrl}/photos/`, apiKey, fetch }))
    expect(requests.map(({ url }) => url)).toEqual([
      `https://feed.example/photos/api/v1/rss?api_key=${apiKey}`,
    ])
    expect(requests[0]?.init).toMatchObject({ method: 'GET', headers: {} })
  })

  it('takes the options of a call, and is sent again after a failure that may pass', async () => {
    const { fetch, requests } = fakeFetch(text('Bad gateway', 502), text(rssText()))
    const { pace, delays } = fakePace()
    const feed = createPacedFeed({ baseUrl, apiKey, fetch, timeout, totalTimeout }, pace)
    const { channel } = await rss(feed, { fetchOptions: { cache: 'no-cache' } })
    expect(channel.title).toBe('Harbour Lights')
    expect(requests.map(({ init }) => init.cache)).toEqual(['no-cache', 'no-cache'])
    expect(delays).toEqual([500])
  })

  it('needs a feed', async () => {
    expect(await catchError(rss({ baseUrl, apiKey } as unknown as Feed))).toEqual(
      new TypeError('The first argument must be a feed: pass what createFeed returned.'),
    )
  })
})

describe('the result', () => {
  it('has the document and the connection', async () => {
    const sent = {
      'content-type': 'application/rss+xml; charset=utf-8',
      [headers.AccountStatus.name]: 'invalid_token',
      [headers.FeedStale.name]: 'Reconnect.',
      [headers.LastFetchedAt.name]: 'Never',
    }
    const { fetch } = fakeFetch(text(rssText(itemText('<title>Fog</title>')), 200, sent))
    const feed = createFeed({ baseUrl, apiKey, fetch })
    const result = await rss(feed)
    expect(result).toMatchObject({
      channel: { title: 'Harbour Lights' },
      items: [{ id: '1', title: 'Fog' }],
    })
    expect(result.connection).toEqual({
      status: 'invalid_token',
      stale: true,
      explanation: 'Reconnect.',
      lastFetchedAt: null,
    })
    expect(JSON.parse(JSON.stringify(result))).toStrictEqual(result)
  })

  it('has no connection where the headers are hidden', async () => {
    expect((await documentOf(rssText()))?.connection).toBeNull()
  })
})

describe('an error', () => {
  it('of the service is JSON here too', async () => {
    const { fetch } = fakeFetch(apiError('INVALID_API_KEY'))
    expect(await catchError(rss(createFeed({ baseUrl, apiKey, fetch })))).toBeInstanceOf(
      InvalidApiKeyError,
    )
  })

  it.each([
    ['an empty body', '', 200, ''],
    ['HTML', '<html>\n<p>Welcome</p>\n</html>', 200, '<html> <p>Welcome</p> </html>'],
    ['JSON', '{"errors":[]}', 200, '{"errors":[]}'],
  ])('quotes what came instead: %s', async (_, body, status, excerpt) => {
    const { fetch } = fakeFetch(text(body, status))
    const error = await catchError(rss(createFeed({ baseUrl, apiKey, fetch })))
    expect(error).toBeInstanceOf(UnreadableBodyError)
    expect(error).toMatchObject({ status, excerpt, retryable: false })
  })
})

describe('the channel', () => {
  it('has what RSS requires, and null for the rest', async () => {
    expect(await documentOf(rssText())).toEqual({
      connection: null,
      channel: {
        title: 'Harbour Lights',
        link: 'https://harbour.example',
        description: 'Boats',
        image: null,
        lastBuildDate: null,
        ttl: null,
      },
      items: [],
    })
  })

  it('has its picture, its date and how long it may be cached', async () => {
    const document = await documentOf(
      rssText(
        '<lastBuildDate>Sun, 01 Mar 2026 06:00:00 GMT</lastBuildDate><ttl>60</ttl>' +
          '<image><url>https://cdn.example/p.jpg</url><title>Harbour</title><link>https://h.example</link></image>',
      ),
    )
    expect(document?.channel).toMatchObject({
      lastBuildDate: '2026-03-01T06:00:00+00:00',
      ttl: 60,
      image: {
        url: 'https://cdn.example/p.jpg',
        title: 'Harbour',
        link: 'https://h.example',
      },
    })
  })

  it('has null for a picture without a URL and for an invalid number', async () => {
    const text = rssText('<ttl>soon</ttl><image><title>x</title></image>')
    expect((await documentOf(text))?.channel).toMatchObject({ ttl: null, image: null })
  })

  it('may have an empty description', async () => {
    const text = rssText().replace('<description>Boats</description>', '<description/>')
    expect((await documentOf(text))?.channel.description).toBe('')
  })
})

describe('an item', () => {
  it('has every element that the service writes', async () => {
    expect(
      await itemsOf(
        itemText(
          '<title>Fog &amp; pier</title><link>https://platform.example/p/1/</link>' +
            '<pubDate>Sat, 28 Feb 2026 17:45:10 GMT</pubDate><dc:creator>@harbour.lights</dc:creator>' +
            '<description>&lt;p&gt;Fog &amp;amp; pier&lt;/p&gt;</description>' +
            '<enclosure url="https://cdn.example/1.mp4" length="13873" type="video/mp4"/>' +
            '<media:content url="https://cdn.example/1.mp4" type="video/mp4" medium="video">' +
            '<media:thumbnail url="https://cdn.example/1.jpg?a=1&amp;b=2"/></media:content>' +
            '<media:content url="https://cdn.example/2.jpg" type="image/jpeg" medium="image"/>',
          '17900000000000101',
        ),
      ),
    ).toEqual([
      {
        id: '17900000000000101',
        title: 'Fog & pier',
        link: 'https://platform.example/p/1/',
        timestamp: '2026-02-28T17:45:10+00:00',
        author: '@harbour.lights',
        description: '<p>Fog &amp; pier</p>',
        enclosure: { url: 'https://cdn.example/1.mp4', type: 'video/mp4', length: 13873 },
        media: [
          {
            url: 'https://cdn.example/1.mp4',
            type: 'video/mp4',
            medium: 'video',
            thumbnailUrl: 'https://cdn.example/1.jpg?a=1&b=2',
          },
          {
            url: 'https://cdn.example/2.jpg',
            type: 'image/jpeg',
            medium: 'image',
            thumbnailUrl: null,
          },
        ],
      },
    ])
  })

  it('is a list of one if it is the only one', async () => {
    expect(await itemsOf(itemText())).toEqual([bare])
  })

  it('is in the order of the document', async () => {
    const items = Array.from({ length: 100 }, (_, index) => itemText('', `${index}`))
    expect((await itemsOf(...items))?.map(({ id }) => id)).toEqual(
      items.map((_, index) => `${index}`),
    )
  })

  it.each([
    ['007', '007'],
    ['1e3', '1e3'],
    ['0x1F', '0x1F'],
    ['true', 'true'],
    ['  12.50 \n', '12.50'],
    ['', ''],
    ['&amp;#39;', '&#39;'],
    ['👩‍👩‍👧 &#x1F415; &#9829;', '👩‍👩‍👧 🐕 ♥'],
    ['<![CDATA[<b> & &amp; ]]]>', '<b> & &amp; ]'],
    ['a <![CDATA[b]]> c <![CDATA[d]]>', 'a b c d'],
    ['<![CDATA[<!DOCTYPE html>]]>', '<!DOCTYPE html>'],
    ['<!-- not --> seen', 'seen'],
  ])('has its text as it was written: %j', async (written, title) => {
    expect(await itemsOf(itemText(`<title>${written}</title>`))).toEqual([{ ...bare, title }])
  })

  it('has its link as id if it has no guid', async () => {
    expect(await itemsOf('<item><link>https://platform.example/p/1/</link></item>')).toEqual([
      { ...bare, id: 'https://platform.example/p/1/', link: 'https://platform.example/p/1/' },
    ])
  })

  it('has the first of repeated elements, and ignores unknown ones', async () => {
    const title = '<title>a</title><title>b</title>'
    expect(
      await itemsOf(itemText(`${title}<toString>x</toString><unknown><title>c</title></unknown>`)),
    ).toEqual([{ ...bare, title: 'a' }])
  })

  it('has null for an invalid date or an unknown length, and no file without a URL', async () => {
    expect(
      await itemsOf(
        itemText(
          '<pubDate>yesterday</pubDate><enclosure url="https://cdn.example/1.jpg" length="0"/>' +
            '<media:content medium="image"/><media:content url="https://cdn.example/1.jpg"/>',
        ),
      ),
    ).toEqual([
      {
        ...bare,
        enclosure: { url: 'https://cdn.example/1.jpg', type: null, length: null },
        media: [{ url: 'https://cdn.example/1.jpg', type: null, medium: null, thumbnailUrl: null }],
      },
    ])
  })
})

describe('a document', () => {
  it.each([
    ['of 20 000 references', 20_000, '&amp;', '&'],
    ['of 200 000 numeric references', 200_000, '&#128512;', '😀'],
  ])('%s is read completely', async (_, count, written, read) => {
    const [item] =
      (await itemsOf(itemText(`<description>${written.repeat(count)}</description>`))) ?? []
    expect(item?.description).toBe(read.repeat(count))
  })

  it('is unreadable until its last tag is closed', async () => {
    const text = rssText(itemText('<title>a &lt; b</title><enclosure url="u" length="1"/>'))
    const readable: number[] = []
    for (let length = 0; length <= text.length; length++) {
      if (await documentOf(text.slice(0, length))) readable.push(length)
    }
    expect(readable).toEqual([text.length - 1, text.length])
  })

  it.each([
    ['nothing', ''],
    ['blanks', ' \n'],
    ['JSON', '{"rss":{"channel":{}}}'],
    ['text', 'Welcome'],
    ['HTML', '<!doctype html><html lang="en"><title>Welcome</title></html>'],
    ['XHTML', '<html><body><p>Welcome</p></body></html>'],
    ['Atom', '<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title></feed>'],
    ['no channel', '<rss version="2.0"/>'],
    ['an empty channel', '<rss version="2.0"><channel/></rss>'],
    ['a channel without a link', rssText().replace(/<link>.*?<\/link>/, '')],
    ['an item without guid and link', rssText('<item><title>x</title></item>')],
    ['tags that cross', rssText('<item><guid>1</item></guid>')],
    ['an attribute that is not closed', rssText('<item><guid a="1>1</guid></item>')],
    ['a second root', `${rssText()}${rssText('', '')}`],
    ['text after the root', `${rssText()}<b>gone</b>`],
    ['a tag named __proto__', rssText(itemText('<__proto__><title>x</title></__proto__>'))],
    ['a tag named constructor', rssText(itemText('<constructor>x</constructor>'))],
    ['an impossible character', rssText(itemText('<title>&#1114112;</title>'))],
    ['a DOCTYPE', rssText('', '<!DOCTYPE rss SYSTEM "https://elsewhere.example/rss.dtd">')],
    ['a DOCTYPE inside', rssText('<!DOCTYPE rss>')],
    [
      'entities that explode',
      rssText(
        itemText('<title>&c;</title>'),
        '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;"><!ENTITY c "&b;&b;">]>',
      ),
    ],
    ['tags beyond all depth', rssText(`${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`)],
    ['more than ten million characters', rssText(`<ttl>${' '.repeat(10_000_000)}</ttl>`)],
  ])('cannot be %s', async (_, text) => {
    expect(await documentOf(text)).toBeNull()
  })

  it('does not change prototypes', async () => {
    await documentOf(rssText(itemText('<title __proto__="x" constructor="y">x</title>')))
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

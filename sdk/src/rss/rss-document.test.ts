import { describe, expect, it } from 'vitest'
import { itemText, rssText } from '../../test/rss/rss-text.ts'
import { rssDocument } from './rss-document.ts'

const bare = {
  id: '1',
  title: null,
  link: null,
  publishedAt: null,
  author: null,
  description: null,
  enclosure: null,
  media: [],
}

function itemsOf(...items: string[]) {
  return rssDocument(rssText(items.join('')))?.items
}

describe('the channel', () => {
  it('has what RSS demands, and null for the rest', () => {
    expect(rssDocument(rssText())).toEqual({
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

  it('has its picture, its age and how long it may be kept', () => {
    const channel = rssDocument(
      rssText(
        '<lastBuildDate>Sun, 01 Mar 2026 06:00:00 GMT</lastBuildDate><ttl>60</ttl>' +
          '<image><url>https://cdn.example/p.jpg</url><title>Harbour</title><link>https://h.example</link></image>',
      ),
    )?.channel
    expect(channel).toMatchObject({
      lastBuildDate: '2026-03-01T06:00:00+00:00',
      ttl: 60,
      image: {
        url: 'https://cdn.example/p.jpg',
        title: 'Harbour',
        link: 'https://h.example',
      },
    })
  })

  it('has no picture without an address, and no number that is none', () => {
    const channel = rssDocument(rssText('<ttl>soon</ttl><image><title>x</title></image>'))?.channel
    expect(channel).toMatchObject({ ttl: null, image: null })
  })

  it('may have an empty description', () => {
    const text = rssText().replace('<description>Boats</description>', '<description/>')
    expect(rssDocument(text)?.channel.description).toBe('')
  })
})

describe('an item', () => {
  it('has everything that the service writes', () => {
    expect(
      itemsOf(
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
        publishedAt: '2026-02-28T17:45:10+00:00',
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

  it('is one in a list of one', () => {
    expect(itemsOf(itemText())).toEqual([bare])
  })

  it('is one of many', () => {
    const items = Array.from({ length: 100 }, (_, index) => itemText('', `${index}`))
    expect(itemsOf(...items)?.map(({ id }) => id)).toEqual(items.map((_, index) => `${index}`))
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
  ])('has its text as it is written: %j', (written, title) => {
    expect(itemsOf(itemText(`<title>${written}</title>`))).toEqual([{ ...bare, title }])
  })

  it('is known by its link when it has no guid', () => {
    expect(itemsOf('<item><link>https://platform.example/p/1/</link></item>')).toEqual([
      { ...bare, id: 'https://platform.example/p/1/', link: 'https://platform.example/p/1/' },
    ])
  })

  it('has the first of what it has twice, and nothing of what it should not have', () => {
    const title = '<title>a</title><title>b</title>'
    expect(
      itemsOf(itemText(`${title}<toString>x</toString><unknown><title>c</title></unknown>`)),
    ).toEqual([{ ...bare, title: 'a' }])
  })

  it('has no date that is none, no length that is unknown, and no file without an address', () => {
    expect(
      itemsOf(
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
  ])('%s is read whole', (_, count, written, read) => {
    const [item] = itemsOf(itemText(`<description>${written.repeat(count)}</description>`)) ?? []
    expect(item?.description).toBe(read.repeat(count))
  })

  it('may begin with a byte order mark', () => {
    expect(rssDocument(`\ufeff${rssText()}`)).not.toBeNull()
  })

  it('is nothing until its last tag is closed', () => {
    const text = rssText(itemText('<title>a &lt; b</title><enclosure url="u" length="1"/>'))
    const readable = Array.from({ length: text.length + 1 }, (_, length) => length).filter(
      (length) => rssDocument(text.slice(0, length)) !== null,
    )
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
    ['an item that nothing identifies', rssText('<item><title>x</title></item>')],
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
  ])('is not made of %s', (_, text) => {
    expect(rssDocument(text)).toBeNull()
  })

  it('changes no prototype', () => {
    rssDocument(rssText(itemText('<title __proto__="x" constructor="y">x</title>')))
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

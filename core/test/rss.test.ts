import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { feedServer } from '../../server/test/support/feed-server.ts'
import {
  account,
  album,
  child,
  keys,
  post,
  stored,
  unstored,
  video,
} from '../../server/test/support/feeds.ts'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  htmlEntities: true,
  isArray: (name) => name === 'item',
})

test('titles, enclosures and media of every kind of post', async () => {
  const { send, url } = await feedServer([
    account({
      profile: {
        ...account().profile,
        name: null,
        website: 'javascript:alert(1)',
        biography: null,
      },
      posts: [
        post('1', 1, { caption: null, media: unstored('21', 'jpg') }),
        video('2', 2, { caption: '' }),
        album(
          '3',
          3,
          [
            child('31', {
              mediaType: 'VIDEO',
              media: stored('22', 'mp4', 77),
              thumbnail: stored('23', 'jpg'),
            }),
            child('32'),
            child('33', { media: unstored('24', 'jpg') }),
          ],
          { caption: null },
        ),
        video('4', 4, { caption: `${'👩‍🚀'.repeat(120)}\nx`, media: stored('0b', 'jpg') }),
        post('5', 5, { caption: 'a\u0000\u0008b ]]> \ud800 🎣' }),
      ],
    }),
  ])
  const { text } = await send(`/api/v1/rss?api_key=${keys.premium}`)
  expect(XMLValidator.validate(text)).toBe(true)
  const { channel } = parser.parse(text).rss
  const file = (digits: string, extension: string) =>
    `${url}/media/${digits.repeat(16)}.${extension}`

  expect(channel).toMatchObject({
    title: '@harbour.lights',
    link: url,
    description: 'The latest posts of @harbour.lights',
  })
  expect(channel.item.map((item: { title: string }) => item.title)).toEqual([
    'ab ]]>  🎣',
    `${'👩‍🚀'.repeat(100)}…`,
    'Album by @harbour.lights',
    'Video by @harbour.lights',
    'Photo by @harbour.lights',
  ])
  expect(channel.item.map((item: { enclosure: unknown }) => item.enclosure)).toEqual([
    { url: file('01', 'jpg'), length: '1000', type: 'image/jpeg' },
    { url: file('0b', 'jpg'), length: '1000', type: 'image/jpeg' },
    { url: file('22', 'mp4'), length: '77', type: 'video/mp4' },
    { url: file('0a', 'mp4'), length: '5000', type: 'video/mp4' },
    { url: 'https://media.platform.example/21.jpg?oe=1', length: '0', type: 'image/jpeg' },
  ])
  expect(channel.item[2]['media:content']).toEqual([
    {
      url: file('22', 'mp4'),
      type: 'video/mp4',
      medium: 'video',
      'media:thumbnail': { url: file('23', 'jpg') },
    },
    { url: file('02', 'jpg'), type: 'image/jpeg', medium: 'image' },
  ])
})

test('the description suits emails and readers that strip tags', async () => {
  const { send, url } = await feedServer([
    account({
      posts: [
        post('1', 1, { caption: 'Menu:\r\n1. Soup\n2. "Fish" & chips', altText: 'A <plate>' }),
        video('2', 2, { caption: null, thumbnail: null }),
        album(
          '3',
          3,
          [
            child('31', { mediaType: 'VIDEO', media: stored('22', 'mp4'), thumbnail: null }),
            child('32'),
            child('33', { media: unstored('24', 'jpg') }),
            child('34', { media: stored('25', 'jpg') }),
          ],
          { caption: 'Three' },
        ),
      ],
    }),
  ])
  const { text } = await send(`/api/v1/rss?api_key=${keys.premium}`)
  const { item } = parser.parse(text).rss.channel
  const picture = (digits: string, id: string, alt: string) =>
    `<p><a href="https://platform.example/p/${id}/"><img src="${url}/media/${digits.repeat(16)}.jpg" alt="${alt}" width="600" style="max-width:100%;height:auto"></a></p>`
  expect(item.map(({ description }: { description: string }) => description)).toEqual([
    `${picture('02', '3', 'Album by @harbour.lights')}\n<p><a href="https://platform.example/p/3/">+ 2 more</a></p>\n<p>Three</p>`,
    '',
    `${picture('01', '1', 'A &lt;plate&gt;')}\n<p>Menu:<br>\n1. Soup<br>\n2. &quot;Fish&quot; &amp; chips</p>`,
  ])
})

test.each([
  ['.\n\u2800\n \u3164 \n— 🎣 —\nText', '— 🎣 —'],
  ['\r\n#1\r\nText', '#1'],
  ['🇳🇴', '🇳🇴'],
  ['👩‍🚀'.repeat(100), '👩‍🚀'.repeat(100)],
  ['.\n…\n\u2800', 'Photo by @harbour.lights'],
])('the title of %j is the first line with something to read', async (caption, title) => {
  const { send } = await feedServer([account({ posts: [post('1', 1, { caption })] })])
  const { text } = await send(`/api/v1/rss?api_key=${keys.premium}`)
  expect(parser.parse(text).rss.channel.item[0].title).toBe(title)
})

test('the validator changes with the items, and not with the time of the last fetch', async () => {
  const { send, database } = await feedServer([account({ posts: [post('1', 1)] })])
  const { db } = database.tables
  const read = async (etag = '') => {
    const headers = { 'If-None-Match': etag }
    const {
      status,
      headers: sent,
      text,
    } = await send(`/api/v1/rss?api_key=${keys.premium}`, { headers })
    return { status, etag: sent.get('ETag') ?? '', text }
  }
  const fetchedAt = (time: number) =>
    db
      .updateTable('account')
      .set(({ eb }) => ({ last_fetch_at: time, version: eb('version', '+', 1) }))
      .execute()
  await fetchedAt(Date.UTC(2026, 2, 1))
  const before = await read()
  await fetchedAt(Date.UTC(2026, 2, 2))
  expect((await read(before.etag)).status).toBe(304)
  const after = await read()
  expect(after.etag).toBe(before.etag)
  expect(after.text).toContain('<lastBuildDate>Mon, 02 Mar 2026')
  await db.deleteFrom('post').execute()
  await fetchedAt(Date.UTC(2026, 2, 3))
  expect((await read(before.etag)).status).toBe(200)
})

import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { feedServer } from '../support/feed-server.ts'
import { account, album, child, keys, post, stored, unstored, video } from '../support/feeds.ts'

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
  expect(channel.item[2].description).toBe(
    `<p><img src="${file('23', 'jpg')}" alt=""></p><p><img src="${file('02', 'jpg')}" alt=""></p>`,
  )
})

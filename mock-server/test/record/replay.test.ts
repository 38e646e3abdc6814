import { expect, test } from 'vitest'
import { loadData } from '../../src/cli/load-data.ts'
import { startControl } from '../control/control-server.ts'
import { newFolder, record } from './recording.ts'

const queries = [
  '',
  'page[size]=100&include[]=children&include[]=comments',
  'sort=id&page[size]=7',
  'sort=-id&include[]=children',
  'sort=published_at&format=webp&include[]=children',
  'filter[type]=REELS&include[]=comments',
  'filter[type]=CAROUSEL_ALBUM&include[]=children&format=webp',
  'filter[publishedAfter]=2026-01-05&filter[publishedBefore]=2026-11-10',
  'page[size]=500',
]

const mediaUrl = /"http:\/\/127[^"]*?\/((?:\d+\/)?)\w+(\.\w+)(?:\?[^"]*)?"/g

/** The same document without hosts and without the ids of files, which follow from their content. */
function comparable(text: string): unknown {
  return JSON.parse(text.replaceAll(mediaUrl, '"<media>/$1<id>$2"'))
}

async function read(url: string) {
  const response = await fetch(url)
  return { status: response.status, text: await response.text() }
}

test.each(['premium', 'free', 'withheld-video', 'unstored-media', 'refreshing-token'])(
  'a recording of %s responds as the feed did',
  async (scenario) => {
    const { server: live } = await startControl()
    // Stored last, but not the newest.
    live.posts(scenario).publish({ mediaType: 'IMAGE', timestamp: '2026-01-10T12:00:00Z' })
    const out = await newFolder()
    const key = live.key(scenario)
    await record({ url: live.url, key, out })
    const data = await loadData(out)
    const { server } = await startControl({ ...data, scenarios: [] })
    const apiKey = data.accounts[0]?.apiKey ?? ''
    expect(apiKey).not.toBe(key)

    const media = new Set<string>()
    for (const query of queries) {
      const was = await read(`${live.url}/api/v1/me?api_key=${key}&${query}`)
      const is = await read(`${server.url}/api/v1/me?api_key=${apiKey}&${query}`)
      expect(is.status, query).toBe(was.status)
      expect(comparable(is.text), query).toEqual(comparable(was.text))
      for (const [url] of is.text.matchAll(mediaUrl)) media.add(JSON.parse(url))
    }
    expect(media.size).toBeGreaterThan(5)
    for (const url of media) expect((await fetch(url)).status, url).toBe(200)
  },
)

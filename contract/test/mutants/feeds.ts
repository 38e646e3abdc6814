import { altered, type Mutant, onJson, pathOf } from './mutant.ts'

/** Changes the text of the RSS feed. */
export function onFeed(change: (xml: string) => string): Mutant['handle'] {
  return async (request, respond) => {
    const response = await respond(request)
    if (pathOf(request) !== '/api/v1/rss' || response.status !== 200) return response
    return altered(response, { body: change(await response.text()) })
  }
}

/** The text after the first <item>. */
const inItems = (change: (items: string) => string) => (xml: string) => {
  const start = xml.indexOf('<item>')
  return xml.slice(0, start) + change(xml.slice(start))
}

export const feedMutants: Mutant[] = [
  {
    breaks: 'accounts-is-json-api',
    defect: 'the resource has no type',
    handle: onJson('/api/v1/accounts', ({ data }) => {
      delete data.type
    }),
  },
  {
    breaks: 'accounts-status',
    defect: 'accounts always says importing',
    handle: onJson('/api/v1/accounts', ({ data }) => {
      data.attributes.status = 'importing'
    }),
  },
  {
    breaks: 'accounts-status',
    defect: 'accounts has another fetch time',
    handle: onJson('/api/v1/accounts', ({ data }) => {
      data.attributes.lastFetchAt = '2026-01-01T00:00:00+00:00'
    }),
  },
  {
    breaks: 'rss-is-rss-2',
    defect: 'the feed says that it is RSS 0.91',
    handle: onFeed((xml) => xml.replace('<rss version="2.0"', '<rss version="0.91"')),
  },
  {
    breaks: 'rss-channel',
    defect: 'the channel has no description',
    handle: onFeed((xml) => xml.replace(/<description>[\s\S]*?<\/description>/, '')),
  },
  {
    breaks: 'rss-items',
    defect: 'items have neither title nor description',
    handle: onFeed(inItems((items) => items.replace(/<(title|description)>[\s\S]*?<\/\1>/g, ''))),
  },
  {
    breaks: 'rss-dates',
    defect: 'dates are ISO 8601',
    handle: onFeed(
      inItems((items) =>
        items.replace(/<pubDate>.*?<\/pubDate>/g, '<pubDate>2026-02-28T17:45:10Z</pubDate>'),
      ),
    ),
  },
  {
    breaks: 'rss-has-latest-posts',
    defect: 'the newest post is missing',
    handle: onFeed(inItems((items) => items.slice(items.indexOf('<item>', 1)))),
  },
]

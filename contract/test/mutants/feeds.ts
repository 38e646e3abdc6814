import { altered, type Mutant, mutantsOf, onJson, pathOf } from './mutant.ts'

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

export const feedMutants = mutantsOf({
  'accounts-is-json-api: the resource has no type': onJson('/api/v1/accounts', ({ data }) => {
    delete data.type
  }),
  'accounts-status: accounts always says importing': onJson('/api/v1/accounts', ({ data }) => {
    data.attributes.status = 'importing'
  }),
  'accounts-status: accounts has another fetch time': onJson('/api/v1/accounts', ({ data }) => {
    data.attributes.lastFetchAt = '2026-01-01T00:00:00+00:00'
  }),
  'rss-is-rss-2: the feed says that it is RSS 0.91': onFeed((xml) =>
    xml.replace('<rss version="2.0"', '<rss version="0.91"'),
  ),
  'rss-is-rss-2: a title has a character that XML excludes': onFeed((xml) =>
    xml.replace('</title>', '\uFFFE</title>'),
  ),
  'rss-channel: the channel has no description': onFeed((xml) =>
    xml.replace(/<description>[\s\S]*?<\/description>/, ''),
  ),
  'rss-items: items have neither title nor description': onFeed(
    inItems((items) => items.replace(/<(title|description)>[\s\S]*?<\/\1>/g, '')),
  ),
  'rss-is-rss-2: a title has an entity of HTML': onFeed((xml) =>
    xml.replace('</title>', '&hellip;</title>'),
  ),
  'rss-is-rss-2: a prefix is not declared': onFeed((xml) => xml.replace(/ xmlns:\w+="[^"]*"/, '')),
  'rss-channel: its link is a path': onFeed((xml) =>
    xml.replace(/<link>.*?<\/link>/, '<link>/</link>'),
  ),
  'rss-items: links are paths': onFeed(
    inItems((items) => items.replace(/<link>https:\/\/[^/]*/g, '<link>')),
  ),
  'rss-items: enclosures have no length': onFeed((xml) => xml.replaceAll(/ length="\d+"/g, '')),
  'rss-dates: dates are ISO 8601': onFeed(
    inItems((items) =>
      items.replace(/<pubDate>.*?<\/pubDate>/g, '<pubDate>2026-02-28T17:45:10Z</pubDate>'),
    ),
  ),
  'rss-is-rss-2: the document declares ISO-8859-1, and is UTF-8': onFeed((xml) =>
    xml.replace('encoding="UTF-8"', 'encoding="ISO-8859-1"'),
  ),
  'rss-is-rss-2: descriptions are not escaped': onFeed((xml) => xml.replaceAll('&lt;', '<')),
  'rss-dates: dates end in UTC': onFeed(
    inItems((items) => items.replace(/ (GMT|\+0000)<\/pubDate>/g, ' UTC</pubDate>')),
  ),
  'rss-dates: dates have another day of the week': onFeed(
    inItems((items) => items.replace(/<pubDate>\w+, /g, '<pubDate>Xxx, ')),
  ),
  'rss-channel-dates: the date of the last build ends in UTC': onFeed((xml) =>
    xml.replace(/ (GMT|\+0000)<\/lastBuildDate>/, ' UTC</lastBuildDate>'),
  ),
  'rss-guids: guids are said to be URLs': onFeed((xml) =>
    xml.replaceAll(' isPermaLink="false"', ''),
  ),
  'rss-guids: all items have one guid': onFeed((xml) => xml.replace(/(<guid[^>]*>).*?</g, '$11<')),
  'rss-has-latest-posts: on Free the feed has a seventh item': onFeed((xml) =>
    xml.split('<item>').length === 7
      ? xml.replace('</channel>', '<item><title>Seven</title></item></channel>')
      : xml,
  ),
  'rss-has-latest-posts: the newest post is missing': onFeed(
    inItems((items) => items.slice(items.indexOf('<item>', 1))),
  ),
})

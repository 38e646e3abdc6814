import { type Mutant, mutantsOf, onJson, onText, set, successOf } from './mutant.ts'

/** Changes the text of the RSS feed. */
export const onFeed = (change: (xml: string) => string) => onText(successOf('/api/v1/rss'), change)

/** Replaces a part of the feed, or what matches in it. */
const replace = (part: string | RegExp, by: string) => (xml: string) => xml.replace(part, by)

/** The same after the first <item>. */
const inItems = (change: (items: string) => string) => (xml: string) => {
  const start = xml.indexOf('<item>')
  return xml.slice(0, start) + change(xml.slice(start))
}

// biome-ignore format: a row for each mutant
const ofResource = mutantsOf({
  'accounts-is-json-api: the resource has no type': set('data.type'),
  'accounts-status: accounts always says importing': set('data.attributes.status', 'importing'),
  'accounts-status: accounts has another fetch time': set('data.attributes.lastFetchAt', '2026-01-01T00:00:00+00:00'),
}, (change) => onJson('/api/v1/accounts', change))

// biome-ignore format: a row for each mutant
const ofRss = mutantsOf({
  'rss-is-rss-2: the feed says that it is RSS 0.91': replace('<rss version="2.0"', '<rss version="0.91"'),
  'rss-is-rss-2: a title has a character that XML excludes': replace('</title>', '\uFFFE</title>'),
  'rss-channel: the channel has no description': replace(/<description>[\s\S]*?<\/description>/, ''),
  'rss-items: items have neither title nor description': inItems(replace(/<(title|description)>[\s\S]*?<\/\1>/g, '')),
  'rss-is-rss-2: a title has an entity of HTML': replace('</title>', '&hellip;</title>'),
  'rss-is-rss-2: a prefix is not declared': replace(/ xmlns:\w+="[^"]*"/, ''),
  'rss-channel: its link is a path': replace(/<link>.*?<\/link>/, '<link>/</link>'),
  'rss-items: links are paths': inItems(replace(/<link>https:\/\/[^/]*/g, '<link>')),
  'rss-items: enclosures have no length': replace(/ length="\d+"/g, ''),
  'rss-dates: dates are ISO 8601': inItems(replace(/<pubDate>.*?<\/pubDate>/g, '<pubDate>2026-02-28T17:45:10Z</pubDate>')),
  'rss-is-rss-2: the document declares ISO-8859-1, and is UTF-8': replace('encoding="UTF-8"', 'encoding="ISO-8859-1"'),
  'rss-is-rss-2: descriptions are not escaped': replace(/&lt;/g, '<'),
  'rss-dates: dates end in UTC': inItems(replace(/ (GMT|\+0000)<\/pubDate>/g, ' UTC</pubDate>')),
  'rss-dates: dates have another day of the week': inItems(replace(/<pubDate>\w+, /g, '<pubDate>Xxx, ')),
  'rss-channel-dates: the date of the last build ends in UTC': replace(/ (GMT|\+0000)<\/lastBuildDate>/, ' UTC</lastBuildDate>'),
  'rss-guids: guids are said to be URLs': replace(/ isPermaLink="false"/g, ''),
  'rss-guids: all items have one guid': replace(/(<guid[^>]*>).*?</g, '$11<'),
  'rss-escaped-once: titles are escaped twice': inItems(replace(/<title>/g, '$&Salt &amp;amp; bread')),
  'rss-escaped-once: descriptions are escaped twice': inItems(replace(/(?<=<description>)&/g, '&amp;')),
  'rss-has-latest-posts: on Free the feed has a seventh item': (xml) => xml.split('<item>').length === 7
    ? xml.replace('</channel>', '<item><title>Seven</title></item></channel>') : xml,
  'rss-has-latest-posts: the newest post is missing': inItems((items) => items.slice(items.indexOf('<item>', 1))),
}, onFeed)

/** The newest post as RSS has it, and as JSON whose encoding lacks the last character. */
const lost: Mutant['handle'] = async (request, respond) => {
  const feed = onFeed(inItems(replace(/<title>.*?</, '<title>Soup on the quay \u{1f372}<')))
  const page = onJson('/api/v1/me', set('posts.0.caption', 'Soup on the quay ?'))
  return feed(request, (one) => page(one, respond))
}

export const feedMutants = [
  ...ofResource,
  ...ofRss,
  ...mutantsOf({ 'captions-are-whole: JSON has ? for all but ASCII': lost }),
]

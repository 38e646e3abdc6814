import { apiKey, caching } from '@photofeed/openapi'
import { isWebUrl } from './account-resource.ts'
import type { Call } from './call.ts'
import { validated } from './etag.ts'
import { mediaUrl } from './post-media.ts'
import { newestFirst, pageRequest, readPage } from './post-page.ts'
import { noFilter } from './post-selection.ts'
import { cachedPage } from './responses.ts'
import { rssItem } from './rss-item.ts'
import { rfc822 } from './timestamp.ts'
import { element, xmlDocument } from './xml.ts'

const namespaces = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:media': 'http://search.yahoo.com/mrss/',
}

/** GET /api/v1/rss: the newest posts as RSS 2.0, as many as the plan's default page holds. */
export async function rss(call: Call) {
  return cachedPage(call, call.apiKey, async () => validated(await renderRss(call)))
}

async function renderRss({ account, apiKey: key, context, path }: Call): Promise<string> {
  const { profile, lastFetchAt } = account
  const { posts } = await readPage(
    context.store,
    account,
    pageRequest(account, {
      pageSize: null,
      cursor: null,
      ...noFilter,
      order: newestFirst,
      comments: false,
    }),
  )
  const author = `@${profile.username}`
  const title = profile.name ?? author
  const link = isWebUrl(profile.website) ? profile.website : context.baseUrl
  const self = `${context.baseUrl}${path}?${apiKey.parameter}=${key}`

  return xmlDocument(
    element(
      'rss',
      { version: '2.0', ...namespaces },
      element(
        'channel',
        {},
        element('title', {}, title),
        element('link', {}, link),
        // The key is public by design (5.5), and feed validators expect the address that was fetched.
        element('atom:link', { href: self, rel: 'self', type: 'application/rss+xml' }),
        element('description', {}, profile.biography ?? `The latest posts of ${author}`),
        lastFetchAt === null ? null : element('lastBuildDate', {}, rfc822(lastFetchAt)),
        element('ttl', {}, String(caching.seconds / 60)),
        profile.picture &&
          element(
            'image',
            {},
            element('url', {}, mediaUrl(context.cdnUrl, profile.picture)),
            element('title', {}, title),
            element('link', {}, link),
          ),
        ...posts.map((post) => rssItem(post, author, context.cdnUrl)),
      ),
    ),
  )
}

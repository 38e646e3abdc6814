import { apiKey, caching } from '@photofeed/openapi'
import { isWebUrl, limitProfile } from './accounts.ts'
import { contentTypes } from './media-url.ts'
import { newestFirst, pageRequest, selectPage } from './page.ts'
import { coverOf, type DisplayMedia, mediaUrl } from './posts.ts'
import { noFilter } from './query.ts'
import type { Call, ValidatedBody } from './request.ts'
import { cachePage, pageKey, respond, validated } from './respond.ts'
import type { StoredPost } from './store.ts'
import { rfc822 } from './timestamp.ts'
import { element, escapeXml, type Xml, xmlDocument } from './xml.ts'

const namespaces = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:media': 'http://search.yahoo.com/mrss/',
}

/** GET /api/v1/rss: the newest posts as RSS 2.0, as many as the plan's default page holds. */
export async function rss(call: Call) {
  const key = pageKey(call, call.apiKey)
  const cached = call.context.pages?.get(key)
  if (cached) return respond(call, cached)
  return respond(call, cachePage(call, key, await renderRss(call)))
}

async function renderRss({ account, apiKey: key, context, path }: Call): Promise<ValidatedBody> {
  const { lastFetchAt } = account
  const profile = limitProfile(account.profile)
  const { posts } = await selectPage(
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
  const builtAt = lastFetchAt === null ? '' : rfc822(lastFetchAt)
  const self = `${context.baseUrl}${path}?${apiKey.parameter}=${key}`

  const text = xmlDocument(
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
        lastFetchAt === null ? null : element('lastBuildDate', {}, builtAt),
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
  // A refresh without news is no reason to send readers the same items again.
  return validated(text, text.replace(`<lastBuildDate>${builtAt}</lastBuildDate>`, ''))
}

const titleLength = 100
const lineBreak = /\r\n?|\n/
/** Captions are padded with lines of dots and of invisible characters, some of which are letters. */
const readable =
  /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{Emoji_Presentation}\p{Extended_Pictographic}]/u
const kinds = { IMAGE: 'Photo', VIDEO: 'Video', CAROUSEL_ALBUM: 'Album' } as const

/** One post as an RSS item. */
function rssItem(post: StoredPost, author: string, cdnUrl: string): Xml {
  const cover = coverOf(post)
  const stored = post.children.filter((child) => child.media.file !== null)
  const shown: DisplayMedia[] = stored.length > 0 ? stored : [post]
  return element(
    'item',
    {},
    element('title', {}, itemTitle(post, author)),
    element('link', {}, post.permalink),
    element('guid', { isPermaLink: 'false' }, post.id),
    element('pubDate', {}, rfc822(post.publishedAt)),
    element('dc:creator', {}, author),
    element('description', {}, descriptionHtml(post, shown, author, cdnUrl)),
    element('enclosure', {
      url: mediaUrl(cdnUrl, cover.media),
      length: cover.media.file?.bytes ?? 0,
      type: contentType(cover),
    }),
    ...shown.map((part) => mediaContent(part, cdnUrl)),
  )
}

function itemTitle(post: StoredPost, author: string): string {
  const line = post.caption
    ?.split(lineBreak)
    .find((line) => readable.test(line))
    ?.trim()
  if (!line) return typeAndAuthor(post, author)
  if (line.length <= titleLength) return line
  let count = 0
  // Lazily: a caption may be one long line.
  for (const { index } of new Intl.Segmenter().segment(line)) {
    if (count === titleLength) return `${line.slice(0, index).trimEnd()}…`
    count += 1
  }
  return line
}

function typeAndAuthor({ mediaType }: StoredPost, author: string): string {
  return `${kinds[mediaType]} by ${author}`
}

/**
 * HTML: the first picture, for readers that ignore media elements, and the caption. Email programs display pictures in
 * their full size unless `width` says less. Some readers strip the tags: a line feed then separates the lines.
 */
function descriptionHtml(
  post: StoredPost,
  shown: DisplayMedia[],
  author: string,
  cdnUrl: string,
): string {
  const link = (html: string) => `<p><a href="${escapeXml(post.permalink)}">${html}</a></p>`
  const pictures = shown.map((part) => (isVideo(part) ? part.thumbnail : part.media))
  const picture = pictures.find((media) => media !== null)
  const blocks: string[] = []
  if (picture) {
    const alt = escapeXml(post.altText ?? typeAndAuthor(post, author))
    const src = escapeXml(mediaUrl(cdnUrl, picture))
    blocks.push(
      link(`<img src="${src}" alt="${alt}" width="600" style="max-width:100%;height:auto">`),
    )
    if (shown.length > 1) blocks.push(link(`+ ${shown.length - 1} more`))
  }
  if (post.caption)
    blocks.push(`<p>${post.caption.split(lineBreak).map(escapeXml).join('<br>\n')}</p>`)
  return blocks.join('\n')
}

function mediaContent(part: DisplayMedia, cdnUrl: string): Xml {
  return element(
    'media:content',
    {
      url: mediaUrl(cdnUrl, part.media),
      type: contentType(part),
      medium: isVideo(part) ? 'video' : 'image',
    },
    part.thumbnail && element('media:thumbnail', { url: mediaUrl(cdnUrl, part.thumbnail) }),
  )
}

function contentType(part: DisplayMedia): string {
  const { file } = part.media
  return contentTypes[file ? file.extension : isVideo(part) ? 'mp4' : 'jpg']
}

/** A withheld video's media is its poster, so it is shown as a picture. */
function isVideo({ media, mediaType, thumbnail }: DisplayMedia): boolean {
  if (media.file) return media.file.extension === 'mp4'
  return mediaType === 'VIDEO' && media.platformUrl !== thumbnail?.platformUrl
}

import { contentTypes } from './media-url.ts'
import { coverOf, mediaUrl, type Shown } from './post-media.ts'
import type { StoredPost } from './store.ts'
import { rfc822 } from './timestamp.ts'
import { element, escapeXml, type Xml } from './xml.ts'

const titleLength = 100
const kinds = { IMAGE: 'Photo', VIDEO: 'Video', CAROUSEL_ALBUM: 'Album' } as const
/** One post as an RSS item. */
export function rssItem(post: StoredPost, author: string, cdnUrl: string): Xml {
  const cover = coverOf(post)
  const stored = post.children.filter((child) => child.media.file !== null)
  const shown: Shown[] = stored.length > 0 ? stored : [post]
  return element(
    'item',
    {},
    element('title', {}, itemTitle(post, author)),
    element('link', {}, post.permalink),
    element('guid', { isPermaLink: 'false' }, post.id),
    element('pubDate', {}, rfc822(post.publishedAt)),
    element('dc:creator', {}, author),
    element('description', {}, descriptionHtml(post, shown, cdnUrl)),
    element('enclosure', {
      url: mediaUrl(cdnUrl, cover.media),
      length: cover.media.file?.bytes ?? 0,
      type: contentType(cover),
    }),
    ...shown.map((part) => mediaContent(part, cdnUrl)),
  )
}

function itemTitle(post: StoredPost, author: string): string {
  const firstLine = post.caption?.split(/[\r\n]/, 1)[0]?.trim()
  if (!firstLine) return `${kinds[post.mediaType]} by ${author}`
  const graphemes = Array.from(new Intl.Segmenter().segment(firstLine), ({ segment }) => segment)
  if (graphemes.length <= titleLength) return firstLine
  return `${graphemes.slice(0, titleLength).join('').trimEnd()}…`
}

/** HTML: the pictures for readers that ignore media elements, and the caption. */
function descriptionHtml(post: StoredPost, shown: Shown[], cdnUrl: string): string {
  const alt = escapeXml(post.altText ?? '')
  const images = shown.flatMap((part) => {
    const picture = isVideo(part) ? part.thumbnail : part.media
    return picture
      ? [`<p><img src="${escapeXml(mediaUrl(cdnUrl, picture))}" alt="${alt}"></p>`]
      : []
  })
  const caption = post.caption
    ? `<p>${escapeXml(post.caption.replaceAll('\r\n', '\n')).replaceAll('\n', '<br>')}</p>`
    : ''
  return images.join('') + caption
}

function mediaContent(part: Shown, cdnUrl: string): Xml {
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

function contentType(part: Shown): string {
  const { file } = part.media
  return contentTypes[file ? file.extension : isVideo(part) ? 'mp4' : 'jpg']
}

/** A withheld video's media is its poster, so it is shown as a picture. */
function isVideo({ media, mediaType, thumbnail }: Shown): boolean {
  if (media.file) return media.file.extension === 'mp4'
  return mediaType === 'VIDEO' && media.platformUrl !== thumbnail?.platformUrl
}

// What the item of a post should have in the RSS feed, to compare with what it has.
import { type Post, time } from './feed.ts'
import type { RssItem } from './rss-document.ts'

const kinds = { IMAGE: 'Photo', VIDEO: 'Video', CAROUSEL_ALBUM: 'Album' }
/** Where a long title is cut depends on what counts as a character. */
export const comparable = (title: string) => (title.length > 90 ? `${title.slice(0, 90)}…` : title)
/** XML has no control characters but these. */
const xmlText = (text: string) => text.replace(/[^\P{Cc}\t\r\n]/gu, '')

function titleOf({ caption, mediaType }: Post, username: string): string {
  const [line = ''] = caption?.split(/[\r\n]/, 1) ?? []
  return comparable(xmlText(line).trim()) || `${kinds[mediaType]} by @${username}`
}

/** What the item of a post has, apart from the number of bytes, which only the item says. */
export function itemOf(post: Post, username: string, { enclosure }: RssItem) {
  const shown = post.children?.length ? post.children : [post]
  const cover = mediaOf(shown.find(({ mediaUrl }) => mediaUrl === post.mediaUrl) ?? post)
  return {
    title: titleOf(post, username),
    link: post.permalink,
    guid: post.id,
    isPermaLink: 'false',
    pubDate: new Date(time(post)).toUTCString(),
    creator: `@${username}`,
    enclosure: { url: cover.url, length: enclosure?.length ?? 'a number', type: cover.type },
    media: shown.map(mediaOf),
    pictures: shown.flatMap((part) => {
      const url = isVideo(part) ? part.thumbnailUrl : part.mediaUrl
      return url ? { url, alt: post.altText ?? '' } : []
    }),
    text: xmlText(post.caption?.replaceAll('\r\n', '\n') ?? '').trim(),
  }
}

type Part = Pick<Post, 'mediaType' | 'mediaUrl'> & { thumbnailUrl?: string | null }

/** A video that the platform withholds has its poster as its media. */
export const isVideo = ({ mediaType, mediaUrl, thumbnailUrl }: Part) =>
  mediaType === 'VIDEO' && mediaUrl !== thumbnailUrl

function mediaOf(part: Part) {
  const [type, medium] = isVideo(part) ? ['video/mp4', 'video'] : ['image/jpeg', 'image']
  const thumbnail = part.thumbnailUrl
  return { url: part.mediaUrl, type, medium, ...(thumbnail && { thumbnail }) }
}

/** The pictures of a description in HTML, and its text. */
export function readHtml(html: string) {
  const pictures = Array.from(html.matchAll(/<img [^>]*>/g), ([image]) => ({
    url: unescaped(/ src="([^"]*)"/.exec(image)?.[1]),
    alt: unescaped(/ alt="([^"]*)"/.exec(image)?.[1]),
  }))
  const text = html.replaceAll('<br>', '\n').replaceAll(/<[^>]*>/g, '')
  // Line breaks at the ends are not displayed.
  return { pictures, text: unescaped(text).trim() }
}

function unescaped(text = ''): string {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
  return text.replaceAll(/&(?:#(x?)([0-9a-f]+)|(\w+));/gi, (all, x, code, name) =>
    code ? String.fromCodePoint(Number.parseInt(code, x ? 16 : 10)) : (characters[name] ?? all),
  )
}

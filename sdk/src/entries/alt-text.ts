import type { Child, Post } from '../generated/resources.ts'

const types: Record<string, string> = { IMAGE: 'Photo', VIDEO: 'Video', CAROUSEL_ALBUM: 'Album' }

/** Returns the text alternative of a picture: the post's own, else its caption's first line, else its type. */
export function altText(
  item: Pick<Post | Child, 'altText' | 'caption' | 'mediaType'>,
  typeNames = types,
): string {
  const { altText: own, caption, mediaType } = item
  return (
    (readable.test(own ?? '') && own?.trim()) ||
    excerpt(caption ?? '') ||
    typeNames[mediaType] ||
    'Post'
  )
}

const longest = 120

/** Captions are padded with invisible characters (DI), some of which are letters. */
const readable = /(?!\p{DI})[\p{L}\p{N}\p{EPres}\p{ExtPict}]/u

/**
 * Returns the first line of a caption that has words, without the hashtags at its end and cut between
 * words; empty when no line has any.
 */
export function excerpt(caption: string): string {
  // A pattern over a long line without an end takes minutes. Captions of the platform have at most 2,200 characters.
  const lines = caption
    .slice(0, 3000)
    .split(/[\r\n]+/)
    .map((line) => line.replace(/(\s*#[^\s#]+)+\s*$/, '').trim())
  const line = lines.find((candidate) => readable.test(candidate))
  return shorten(line ?? '')
}

/** Cuts by characters, not code units, which would split an emoji; also where a script has no spaces. */
function shorten(line: string) {
  const characters = [...line]
  if (characters.length <= longest) return line
  const start = characters.slice(0, longest).join('')
  const words = characters[longest] === ' ' ? start : start.replace(/\s+\S*$/, '')
  return `${words.replace(/[\p{P}\s]+$/u, '')}…`
}

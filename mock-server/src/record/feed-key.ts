import { apiKey } from '@photofeed/openapi'

/** What stands in a recording where the feed had its key. */
export const keyPlaceholder = '<API_KEY>'

/** The key of the feed that is recorded: it may leave only towards the feed, and never into a file or a message. */
export interface FeedKey {
  /** The text without the key, in whichever form it stood there. */
  hide(text: string): string
  /** Whether the key stands in bytes, or in text in any form. */
  isIn(data: string | Uint8Array): boolean
  /** The URL that a recorded one stands for. The key is put back only towards the feed's own origin. */
  restore(url: string, feedOrigin: string): string
  value: string
}

/** Null when the text is not a key. */
export function feedKey(value: string): FeedKey | null {
  if (!new RegExp(apiKey.pattern).test(value)) return null
  const forms = formsOf(value)
  const bytes = Buffer.from(value)
  return {
    value,
    hide: (text) => text.replace(forms, keyPlaceholder),
    isIn: (data) =>
      typeof data === 'string' ? data.search(forms) >= 0 : Buffer.from(data).includes(bytes),
    restore: (url, feedOrigin) =>
      URL.parse(url)?.origin === feedOrigin ? url.replaceAll(keyPlaceholder, value) : url,
  }
}

/** Every character of the key as itself, percent-encoded however often, or as a JSON escape; or all in Base64. */
function formsOf(key: string): RegExp {
  const characters = [...key].map((character) => {
    const codes = [character, character.toUpperCase()].map((form) =>
      form.charCodeAt(0).toString(16),
    )
    return `(?:${character}|%(?:25)*(?:${codes.join('|')})|\\\\u00(?:${codes.join('|')}))`
  })
  return new RegExp([characters.join(''), ...base64Forms(key)].join('|'), 'gi')
}

/** What stays of the key in Base64 when it begins at each of the three places of a group. */
function base64Forms(key: string): string[] {
  return [0, 1, 2].map((lead) => {
    const text = Buffer.from(`${' '.repeat(lead)}${key}`)
      .toString('base64')
      .replace(/=+$/, '')
    // The first and last characters also hold bits of the neighbours.
    return text.slice(lead === 0 ? 0 : lead + 1, -1)
  })
}

import { apiKey } from '@photofeed/openapi'

/** Replaces the key in a recording. */
export const keyPlaceholder = '<API_KEY>'

/** The key of the recorded feed: it is sent to the feed only, and is in no file and no message. */
export interface FeedKey {
  /** Returns the text without the key, whatever its encoding. */
  hide(text: string): string
  /** Whether bytes contain the key, or text contains it in any encoding. */
  isIn(data: string | Uint8Array): boolean
  /** Returns the URL that was recorded without the key. The key is put back only into URLs of the feed's own origin. */
  restore(url: string, feedOrigin: string): string
  value: string
}

/** Returns null when the text is not a key. */
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

/** The Base64 of the key at each of the three offsets of a group, without what depends on its neighbors. */
function base64Forms(key: string): string[] {
  return [0, 1, 2].map((lead) => {
    const text = Buffer.from(`${' '.repeat(lead)}${key}`)
      .toString('base64')
      .replace(/=+$/, '')
    // The first and last characters also contain bits of the neighbors.
    return text.slice(lead === 0 ? 0 : lead + 1, -1)
  })
}

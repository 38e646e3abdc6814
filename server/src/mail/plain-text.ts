// Line breaks, control characters, and invisible characters that reverse or hide the text around them.
const unprintable = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** Returns untrusted text as one line for a header, a terminal or a sentence. */
export function oneLine(text: string, longest = 300): string {
  const line = wellFormed(text.replace(unprintable, ' ').trim())
  return line.length <= longest ? line : `${wellFormed(line.slice(0, longest - 1))}…`
}

/** Replaces lone surrogates with U+FFFD, as UTF-8 encoders do. */
function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd')
}

// Mail programs turn also `host.example/path` and `www.host` into links.
const link = /\S*(?::\/\/|www\.|[\p{L}\p{N}-]\.\p{L}{2,}[/:?#])\S*/giu

/** Returns untrusted text without links, to be shown beside a link of ours. */
export function withoutLinks(text: string): string {
  return text.replace(link, '(link removed)')
}

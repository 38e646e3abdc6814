// Line breaks, control characters, and what is not seen but turns or hides the text around it.
const unprintable = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** Text from elsewhere as one line for a header, a terminal or a sentence. */
export function oneLine(text: string, longest = 300): string {
  const line = wellFormed(text.replace(unprintable, ' ').trim())
  return line.length <= longest ? line : `${wellFormed(line.slice(0, longest - 1))}…`
}

/** Half a character becomes U+FFFD, as it would on its way through UTF-8. */
function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd')
}

// Mail programs turn also `host.example/path` and `www.host` into links.
const link = /\S*(?::\/\/|www\.|[\p{L}\p{N}-]\.\p{L}{2,}[/:?#])\S*/giu

/** Text from elsewhere without any link, to be shown beside a link of ours. */
export function withoutLinks(text: string): string {
  return text.replace(link, '(link left out)')
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i

/** Whether a host is this machine, which nobody else can listen in on. */
export function isLoopback(host: string): boolean {
  return loopback.test(host)
}

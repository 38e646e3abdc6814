// Mail programs turn also `host.example/path` and `www.host` into links.
const link = /\S*(?::\/\/|www\.|[\p{L}\p{N}-]\.\p{L}{2,}[/:?#])\S*/giu

/** Text from elsewhere that may stand beside a link of ours: it brings none of its own. */
export function withoutLinks(text: string): string {
  return text.replace(link, '(link left out)')
}

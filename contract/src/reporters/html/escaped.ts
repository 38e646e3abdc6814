const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it may stand between tags and in quoted attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] as string)
}

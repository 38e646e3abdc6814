/** Returns the HTML to paste. */
export function elementHtml(attributes: readonly string[], styles: readonly string[]): string {
  const all = ['src="https://feed.example"', 'api-key="<API_KEY>"', ...attributes]
  const style = styles.length > 0 ? `\n<style>photo-feed { ${styles.join(' ')} }</style>` : ''
  return `<script type="module" src="https://feed.example/embed.js"></script>\n<photo-feed\n  ${all.join('\n  ')}\n></photo-feed>${style}`
}

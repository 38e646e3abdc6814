/** The entries of @photofeed/sdk and @photofeed/element, each with a page. */
export const sdkEntries = [
  ...['index', 'images', 'query', 'cache', 'render', 'element', 'rest', 'graphql', 'rss', 'astro'],
]

const pages: Readonly<Record<string, string>> = {
  index: 'sdk',
  element: 'element-api',
  render: 'element-render',
}

/** The folder of an entry's package. */
export const packageOf = (entry: string) =>
  ['element', 'render'].includes(entry) ? 'element' : 'sdk'

/** Returns the name of an entry's page, and of its text in `<Data name="…" />`. */
export const sdkPage = (entry: string) => pages[entry] ?? `sdk-${entry}`

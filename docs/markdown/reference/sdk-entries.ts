/** The entries of @photofeed/sdk, each with a page. `index` is the package itself. */
export const sdkEntries = [
  ...['index', 'images', 'query', 'cache', 'render', 'element', 'graphql', 'rss', 'astro'],
]

/** Returns the name of an entry's page, and of its text in `<Data name="…" />`. */
export const sdkPage = (entry: string) => (entry === 'index' ? 'sdk' : `sdk-${entry}`)

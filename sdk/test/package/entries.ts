/** The entries with code, and their built files. */
export const entries = {
  '.': 'index',
  './rest': 'rest',
  './images': 'images',
  './query': 'query',
  './cache': 'cache',
  './astro': 'astro',
  './graphql': 'graphql',
  './rss': 'rss',
} as const

export type EntryName = keyof typeof entries

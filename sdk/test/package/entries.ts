/** The entries with code, and their maximum size in bytes: minified, gzipped, with all dependencies. */
export const entries = {
  '.': { file: 'index', budget: 10_700 },
  './rest': { file: 'rest', budget: 3600 },
  './images': { file: 'images', budget: 1000 },
  './query': { file: 'query', budget: 1000 },
  './cache': { file: 'cache', budget: 2000 },
  // Runs when a site is built.
  './astro': { file: 'astro', budget: null },
  './graphql': { file: 'graphql', budget: 11_000 },
  './rss': { file: 'rss', budget: null },
} as const

export type EntryName = keyof typeof entries

/**
 * What people import, and how large it may be: minified and gzipped bytes, everything included, of the element on top
 * of the client.
 */
export const entries = {
  '.': { file: 'index', budget: 6000 },
  './images': { file: 'images', budget: 1000 },
  './query': { file: 'query', budget: 1500 },
  './element': { file: 'element', budget: 6000 },
  './graphql': { file: 'graphql', budget: null },
  './rss': { file: 'rss', budget: null },
} as const

export type EntryName = keyof typeof entries

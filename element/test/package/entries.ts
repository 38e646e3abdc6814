/** The entries with code, and their maximum size in bytes: minified, gzipped, with all dependencies. */
export const entries = {
  '.': { file: 'element', budget: 24_000 },
  './render': { file: 'render', budget: 11_100 },
} as const

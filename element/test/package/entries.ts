/** The entries with code, and their maximum size in bytes: minified, gzipped, with all dependencies. */
export const entries = {
  '.': { file: 'element', budget: 20_600 },
  './render': { file: 'render', budget: 9900 },
} as const

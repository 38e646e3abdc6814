/** The entries with code, and their maximum size in bytes: minified, gzipped, with all dependencies. */
export const entries = {
  '.': { file: 'element', budget: 19_600 },
  './render': { file: 'render', budget: 9100 },
} as const

import { copyFile, rename } from 'node:fs/promises'
import type { AstroIntegration } from 'astro'

/**
 * Pagefind replaces a word that no page has by a word that it begins with: it finds "Z" for "zebra". This puts
 * search.js in front of it, which returns such results as none. It follows Starlight, which runs Pagefind.
 */
export function honestSearch(): AstroIntegration {
  return {
    name: 'honest-search',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const pagefind = new URL('pagefind/pagefind.js', dir)
        await rename(pagefind, new URL('pagefind/pagefind-index.js', dir))
        await copyFile(new URL('search.js', import.meta.url), pagefind)
      },
    },
  }
}

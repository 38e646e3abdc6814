import { existsSync, readdirSync } from 'node:fs'

/** The server's own files. The folder is as far from this module as from the bundle that it becomes part of. */
export const assets = new URL('../assets/', import.meta.url)

const pages = new URL('dashboard/', assets)

/** The name of the font of the pages, which has a hash; none before the first build. */
export const font: string | undefined = existsSync(pages)
  ? readdirSync(pages).find((name) => name.endsWith('.woff2'))
  : undefined

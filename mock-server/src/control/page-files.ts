import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { FileUse } from './responses.ts'

export interface PageFile {
  /** Its place in the package. */
  name: string
  contentType: string
  use: FileUse
}

const script = 'text/javascript; charset=utf-8'
const html: PageFile = {
  name: 'assets/panel/index.html',
  contentType: 'text/html; charset=utf-8',
  use: 'own',
}

/** The files of the control page and the panel, by their path below the prefix. */
export const pageFiles: Record<string, PageFile> = {
  '': html,
  '/': html,
  '/frame': { ...html, use: 'frame' },
  '/panel.js': { name: 'dist/panel/embed.js', contentType: script, use: 'script' },
  '/page.js': { name: 'dist/panel/page.js', contentType: script, use: 'own' },
  '/icon.svg': { name: 'assets/panel/icon.svg', contentType: 'image/svg+xml', use: 'own' },
}

/** The package's folder, as seen from the bundle in `dist` or from this module. */
const folder = ['../', '../../']
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(new URL(html.name, url)))

export function readPageFile(name: string): Promise<Uint8Array<ArrayBuffer>> {
  return readFile(new URL(name, folder))
}

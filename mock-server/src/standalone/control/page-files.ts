import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

export interface PageFile {
  /** Its place in the package. */
  name: string
  contentType: string
}

const html = { name: 'assets/control/index.html', contentType: 'text/html; charset=utf-8' }

/** The control page's files, by their path below its prefix. */
export const pageFiles: Record<string, PageFile> = {
  '': html,
  '/': html,
  '/control.css': { name: 'assets/control/control.css', contentType: 'text/css; charset=utf-8' },
  '/icon.svg': { name: 'assets/control/icon.svg', contentType: 'image/svg+xml' },
  '/main.js': {
    name: 'dist/control-page/main.js',
    contentType: 'text/javascript; charset=utf-8',
  },
}

/** The package's folder, as seen from the bundle in `dist` or from this module. */
const folder = ['../', '../../../']
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(new URL(html.name, url)))

export function readPageFile(name: string): Promise<Uint8Array> {
  return readFile(new URL(name, folder))
}

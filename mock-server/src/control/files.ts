import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { FeedResponse } from '@photofeed/core'
import { frameHeaders, protectedResponse, scriptHeaders } from './responses.ts'

interface ControlFile {
  /** Its place in the package. */
  name: string
  contentType: string
  headers?: Record<string, string>
}

const script = 'text/javascript; charset=utf-8'
const html: ControlFile = {
  name: 'assets/panel/index.html',
  contentType: 'text/html; charset=utf-8',
}

/** The files of the control page and the panel, by their path below the prefix. */
export const controlFiles: Readonly<Record<string, ControlFile>> = {
  '': html,
  '/': html,
  '/frame': { ...html, headers: frameHeaders },
  '/panel.js': { name: 'dist/panel/embed.js', contentType: script, headers: scriptHeaders },
  '/page.js': { name: 'dist/panel/page.js', contentType: script },
  '/icon.svg': { name: 'assets/panel/icon.svg', contentType: 'image/svg+xml' },
}

/** The package's folder, as seen from the bundle in `dist` or from this module. */
const folder = ['../', '../../']
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(new URL(html.name, url)))

export async function fileResponse(file: ControlFile): Promise<FeedResponse> {
  const bytes = await readFile(new URL(file.name, folder))
  return protectedResponse(200, bytes, { 'Content-Type': file.contentType, ...file.headers })
}

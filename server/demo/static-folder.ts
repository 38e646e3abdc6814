import { readFile, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import { crossOrigin } from '../src/http/cross-origin.ts'

/**
 * The pages of a folder share the origin of the dashboard. `sandbox` without `allow-same-origin` gives them an origin of
 * their own: their scripts can neither read the dashboard nor send requests with its cookies.
 */
const policy =
  'sandbox allow-scripts allow-forms allow-modals allow-downloads allow-popups allow-popups-to-escape-sandbox'

const folderHeaders = {
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'public, no-cache',
  // Browsers load modules and fonts with CORS, and the origin of these pages is `null`.
  ...crossOrigin,
}

/** Serves a folder of static pages: neither what a dot hides nor what a link leads to outside. Ignores all other paths. */
export function staticFolder(folder: string): MiddlewareHandler {
  return async (context, next) => {
    const { method, path } = context.req
    const file = method === 'GET' || method === 'HEAD' ? await findFile(folder, path) : null
    if (file === null) return next()
    const type = getMimeType(file) ?? 'application/octet-stream'
    return context.body(await readFile(file), 200, { ...folderHeaders, 'Content-Type': type })
  }
}

/** Returns the path of a file without links; null if there is none to serve. */
async function findFile(folder: string, path: string): Promise<string | null> {
  const segments = segmentsOf(path)
  if (!segments) return null
  try {
    const root = await realpath(folder)
    // `join` would drop the slash behind a name, which only a folder has.
    let file = await realpath([root, ...segments.slice(1)].join(sep))
    let found = await stat(file)
    if (found.isDirectory()) {
      file = await realpath(join(file, 'index.html'))
      found = await stat(file)
    }
    return found.isFile() && isServed(relative(root, file).split(sep)) ? file : null
  } catch {
    return null
  }
}

/** Returns the decoded segments of a path; null if one is hidden, or is not a name. */
function segmentsOf(path: string): string[] | null {
  try {
    const segments = path.split('/').map(decodeURIComponent)
    const isName = (segment: string) => !/[/\\\0]/.test(segment)
    return isServed(segments) && segments.every(isName) ? segments : null
  } catch {
    return null
  }
}

/** A segment with a dot in front is hidden, or leads outside. */
function isServed(segments: readonly string[]): boolean {
  return !segments.some((segment) => segment.startsWith('.'))
}

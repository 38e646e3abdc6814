import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type FeedRequest, type FeedResponse, UserError } from '@photofeed/core'
import { controlPrefix } from '../endpoints.ts'
import type { Mock } from '../mock.ts'
import { ControlError, controlActions, controlReads } from './control-api.ts'
import { isLocalCall, rejectionOf } from './protection.ts'

/** Responds to one request. The order of checks: sender, path, method, body. */
export async function handleControl(
  mock: Mock,
  request: FeedRequest,
  sender: Parameters<typeof rejectionOf>[0],
  remoteControl: boolean,
): Promise<FeedResponse> {
  const { path, header } = request
  const origin = header('origin')
  let response: FeedResponse
  try {
    const access = { remoteControl, baseUrl: mock.context.baseUrl }
    const rejection = rejectionOf(sender, path, access)
    if (rejection !== null) throw new ControlError(403, rejection)
    response = await respond(mock, request)
  } catch (error) {
    response = errorResponse(error)
  }
  if (origin === undefined || !isLocalCall(path, origin)) return response
  const cors = {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Headers': 'Content-Type',
    'Access-Control-Allow-Methods': 'GET, POST',
    Vary: 'Origin',
  }
  return { ...response, headers: { ...response.headers, ...cors } }
}

const apiPrefix = '/api/'

async function respond(mock: Mock, request: FeedRequest): Promise<FeedResponse> {
  const { path, method, query, header } = request
  const isPreflight = method === 'OPTIONS' && header('access-control-request-method') !== undefined
  if (isPreflight && isLocalCall(path, header('origin'))) return jsonResponse(204, undefined)
  const below = path.slice(controlPrefix.length)
  const name = below.startsWith(apiPrefix) ? below.slice(apiPrefix.length) : null
  const file = own(controlFiles, below)
  const read = own(controlReads, name)
  const action = own(controlActions, name)
  if (!file && !read && !action) {
    throw new ControlError(
      404,
      `There is nothing at ${path}: the control page is ${controlPrefix}, and its state is ${controlPrefix}/api/state.`,
    )
  }
  const methods = action ? ['POST'] : ['GET', 'HEAD']
  if (!methods.includes(method)) {
    const allowed = methods.join(', ')
    throw new ControlError(405, `${path} does not accept ${method}: send ${allowed}.`, {
      Allow: allowed,
    })
  }
  if (file) return fileResponse(file)
  if (action) return jsonResponse(action.status, await action.run(mock, request))
  return jsonResponse(200, read?.(mock, new URLSearchParams(query)))
}

function own<Value>(table: Readonly<Record<string, Value>>, name: string | null) {
  return name !== null && Object.hasOwn(table, name) ? table[name] : undefined
}

function errorResponse(error: unknown): FeedResponse {
  if (error instanceof ControlError) {
    return jsonResponse(error.status, { error: error.message }, error.headers)
  }
  if (error instanceof UserError) return jsonResponse(400, { error: error.message })
  throw error
}

const policy = (ancestors: string) =>
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  `base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}; require-trusted-types-for 'script'`

const shared = {
  'Content-Security-Policy': policy("'none'"),
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
}

/** For a script that any page may load. Module scripts and scripts with `crossorigin` are requested with CORS. */
const scriptHeaders = {
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
}

/** For a frame of the pages of this machine, also of those that require CORP of all embedded resources. */
const frameHeaders = {
  'Content-Security-Policy': policy('http://localhost:* http://127.0.0.1:*'),
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
}

interface ControlFile {
  name: string
  contentType: string
  headers?: Record<string, string>
}

const script = 'text/javascript; charset=utf-8'
const html: ControlFile = {
  name: 'assets/panel/index.html',
  contentType: 'text/html; charset=utf-8',
}

const controlFiles: Readonly<Record<string, ControlFile>> = {
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

async function fileResponse(file: ControlFile): Promise<FeedResponse> {
  const bytes = await readFile(new URL(file.name, folder))
  return protectedResponse(200, bytes, { 'Content-Type': file.contentType, ...file.headers })
}

function protectedResponse(
  status: number,
  body: FeedResponse['body'],
  headers: Record<string, string>,
): FeedResponse {
  return { status, headers: { ...shared, ...headers }, body }
}

/** Returns a value as JSON; a 204 for undefined. */
function jsonResponse(
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): FeedResponse {
  if (value === undefined) return protectedResponse(204, null, headers)
  const type = { 'Content-Type': 'application/json' }
  return protectedResponse(status, JSON.stringify(value), { ...type, ...headers })
}

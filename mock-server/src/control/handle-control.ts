import { type FeedRequest, type FeedResponse, UserError } from '@photofeed/core'
import { parseJson } from '../builders/validation.ts'
import { controlPrefix } from '../endpoints.ts'
import type { Scope } from '../scope.ts'
import type { Service } from '../service.ts'
import { controlMethods, controlReads, unchecked } from './control-api.ts'
import { readPageFile } from './page-files.ts'
import { isLocalCall, rejectionOf } from './protection.ts'

/** An error that the client can correct. Its message is a whole sentence. */
class ControlError extends Error {
  readonly status: number
  readonly headers: Record<string, string>

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

/** Responds to one request. The order of checks: sender, path, method, body. */
export async function handleControl(
  service: Service,
  request: FeedRequest,
  sender: Parameters<typeof rejectionOf>[0],
  remoteControl: boolean,
): Promise<FeedResponse> {
  const { path, header } = request
  const origin = header('origin')
  let response: FeedResponse
  try {
    const access = { remoteControl, baseUrl: service.context.baseUrl }
    const rejection = rejectionOf(sender, path, access)
    if (rejection !== null) throw new ControlError(403, rejection)
    response = await respond(service, request)
  } catch (error) {
    response = errorResponse(error)
  }
  const cors = isLocalCall(path, origin) && {
    'Access-Control-Allow-Origin': origin ?? '',
    'Access-Control-Allow-Headers': 'Content-Type',
    'Access-Control-Allow-Methods': 'GET, POST',
    Vary: 'Origin',
  }
  const headers = { ...protectionOf(service), ...cors, ...response.headers }
  return { ...response, headers }
}

/** Pictures have the address that responses name, which is not that of the page on localhost or behind a proxy. */
function protectionOf({ context }: Service) {
  const pictures = `'self' ${new URL(context.baseUrl).origin}`
  return {
    'Content-Security-Policy':
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src ${pictures}; media-src ${pictures}; ` +
      "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  }
}

const apiPrefix = '/api/'

async function respond(service: Service, request: FeedRequest): Promise<FeedResponse> {
  const { path, method, query, header } = request
  const isPreflight = method === 'OPTIONS' && header('access-control-request-method') !== undefined
  if (isPreflight && isLocalCall(path, header('origin'))) return jsonResponse(204, undefined)
  const below = path === '/' ? path : path.slice(controlPrefix.length)
  const name = below.startsWith(apiPrefix) ? below.slice(apiPrefix.length) : null
  const file = own(controlFiles, below)
  const read = own(controlReads, name)
  const call = own<(typeof controlMethods)[keyof typeof controlMethods]>(controlMethods, name)
  if (!file && !read && !call) {
    throw new ControlError(
      404,
      `There is nothing at ${path}: the control page is ${controlPrefix}, and its state is ${controlPrefix}/api/state.`,
    )
  }
  const methods = call ? ['POST'] : ['GET', 'HEAD']
  if (!methods.includes(method)) {
    const allowed = methods.join(', ')
    throw new ControlError(405, `${path} does not accept ${method}: send ${allowed}.`, {
      Allow: allowed,
    })
  }
  if (file) return fileResponse(...file)
  const search = new URLSearchParams(query)
  const scope = scopeOf(service, search.get('scope'))
  const result = call ? call(scope, await readParameters(request), service) : read?.(scope, search)
  return jsonResponse(200, result)
}

const maximumBytes = 65_536

/**
 * Reads the parameters of a call from its body. Its Content-Type must be JSON, which a form of another site cannot send.
 *
 * @throws {ControlError} for any other body
 */
async function readParameters({ path, header, readBody }: FeedRequest) {
  const [mediaType = ''] = (header('content-type') ?? '').split(';', 1)
  if (mediaType.trim().toLowerCase() !== 'application/json') {
    throw new ControlError(
      415,
      `The body for ${path} must be JSON: send it with the header Content-Type: application/json.`,
    )
  }
  const text = await readBody(maximumBytes)
  if (text === null) {
    throw new ControlError(413, `The body for ${path} is larger than ${maximumBytes} bytes.`)
  }
  const parameters = parseJson(text)
  if (Array.isArray(parameters)) return unchecked(parameters)
  throw new ControlError(
    400,
    `The body for ${path} is not a list of parameters: send an array of JSON like ["premium"].`,
  )
}

/** Without an id, what the control page shows. */
function scopeOf(service: Service, id: string | null): Scope {
  const scope = id === null ? service.current : service.scope(id)
  if (scope) return scope
  throw new ControlError(
    404,
    'The mock does not know this connection: it was restarted, or has had 1,000 newer ones. Call connectMock again.',
  )
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

const html = 'text/html; charset=utf-8'
const controlFiles: Readonly<Record<string, readonly [name: string, type: string]>> = {
  '': ['control-page.html', html],
  '/': ['page.html', html],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/icon.svg': ['icon.svg', 'image/svg+xml'],
}

async function fileResponse(name: string, type: string): Promise<FeedResponse> {
  return { status: 200, headers: { 'Content-Type': type }, body: await readPageFile(name) }
}

/** Returns a value as JSON; a 204 for undefined. */
function jsonResponse(
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): FeedResponse {
  if (value === undefined) return { status: 204, headers, body: null }
  const type = { 'Content-Type': 'application/json' }
  return { status, headers: { ...type, ...headers }, body: JSON.stringify(value) }
}

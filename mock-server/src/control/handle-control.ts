import { type FeedRequest, type FeedResponse, UserError } from '@photofeed/core'
import { parseJson } from '../builders/validation.ts'
import { controlPrefix } from '../endpoints.ts'
import type { Service } from '../service.ts'
import { controlMethods, controlReads, unchecked } from './control-api.ts'
import { readPageFile } from './page-files.ts'
import { isLocalCall, rejectionOf } from './protection.ts'

/** Responds to one request. The order of checks: sender, path, method, body. */
export async function handleControl(
  service: Service,
  request: FeedRequest,
  sender: Parameters<typeof rejectionOf>[0],
  remoteControl: boolean,
): Promise<FeedResponse> {
  const { path, header } = request
  const origin = header('origin')
  const access = { remoteControl, baseUrl: service.context.baseUrl }
  const rejection = rejectionOf(sender, path, access)
  const response =
    rejection === null ? await respond(service, request) : errorResponse(403, rejection)
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

async function respond(service: Service, request: FeedRequest): Promise<FeedResponse> {
  const { path, method, query, header } = request
  const isPreflight = method === 'OPTIONS' && header('access-control-request-method') !== undefined
  if (isPreflight && isLocalCall(path, header('origin'))) return jsonResponse(204, undefined)
  const below = path === '/' ? path : path.slice(controlPrefix.length)
  const [, name = null] = /^\/api\/(.*)$/.exec(below) ?? []
  const file = own(controlFiles, below)
  const read = own(controlReads, name)
  const call = own<(typeof controlMethods)[keyof typeof controlMethods]>(controlMethods, name)
  if (!file && !read && !call) {
    return errorResponse(
      404,
      `There is nothing at ${path}: the control page is ${controlPrefix}, and its state is ${controlPrefix}/api/state.`,
    )
  }
  const methods = call ? ['POST'] : ['GET', 'HEAD']
  if (!methods.includes(method)) {
    const Allow = methods.join(', ')
    return errorResponse(405, `${path} does not accept ${method}: send ${Allow}.`, { Allow })
  }
  if (file) {
    const [page, type] = file
    return { status: 200, headers: { 'Content-Type': type }, body: await readPageFile(page) }
  }
  const search = new URLSearchParams(query)
  const id = search.get('scope')
  // Without an id, what the control page shows.
  const scope = id === null ? service.current : service.scope(id)
  if (!scope) {
    return errorResponse(
      404,
      'The mock does not know this connection: it was restarted, or has had 1,000 newer ones. Call connectMock again.',
    )
  }
  if (read) return jsonResponse(200, read(scope, search))
  const parameters = await readParameters(request)
  if (!Array.isArray(parameters)) return parameters
  try {
    return jsonResponse(200, call?.(scope, unchecked(parameters), service))
  } catch (error) {
    if (error instanceof UserError) return errorResponse(400, error.message)
    throw error
  }
}

const maximumBytes = 65_536

/**
 * Reads the parameters of a call from its body, or returns the error for any other body. Its Content-Type must be JSON, which a
 * form of another site cannot send.
 */
async function readParameters(request: FeedRequest): Promise<unknown[] | FeedResponse> {
  const { path, header } = request
  const [mediaType = ''] = (header('content-type') ?? '').split(';', 1)
  if (mediaType.trim().toLowerCase() !== 'application/json') {
    return errorResponse(
      415,
      `The body for ${path} must be JSON: send it with the header Content-Type: application/json.`,
    )
  }
  const text = await request.readBody(maximumBytes)
  if (text === null) {
    return errorResponse(413, `The body for ${path} is larger than ${maximumBytes} bytes.`)
  }
  const parameters = parseJson(text)
  if (Array.isArray(parameters)) return parameters
  return errorResponse(
    400,
    `The body for ${path} is not a list of parameters: send an array of JSON like ["premium"].`,
  )
}

function own<Value>(table: Readonly<Record<string, Value>>, name: string | null) {
  return name !== null && Object.hasOwn(table, name) ? table[name] : undefined
}

/** An error that the client can correct. Its message is a whole sentence. */
function errorResponse(status: number, error: string, headers = {}): FeedResponse {
  return jsonResponse(status, { error }, headers)
}

const html = 'text/html; charset=utf-8'
const controlFiles: Readonly<Record<string, readonly [name: string, type: string]>> = {
  '': ['control-page.html', html],
  '/': ['page.html', html],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/icon.svg': ['icon.svg', 'image/svg+xml'],
}

/** Returns a value as JSON; a 204 for undefined. */
function jsonResponse(status: number, value: unknown, headers = {}): FeedResponse {
  if (value === undefined) return { status: 204, headers, body: null }
  const type = { 'Content-Type': 'application/json' }
  return { status, headers: { ...type, ...headers }, body: JSON.stringify(value) }
}

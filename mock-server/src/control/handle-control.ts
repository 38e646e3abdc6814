import { type FeedRequest, type FeedResponse, UserError } from '@photofeed/core'
import { controlPrefix } from '../endpoints.ts'
import type { Mock } from '../mock.ts'
import { controlActions, controlReads } from './control-api.ts'
import { controlFiles, fileResponse } from './files.ts'
import { isLocalCall, rejectionOf, type Sender } from './protection.ts'
import { ControlError, jsonResponse } from './responses.ts'

/** Responds to one request. The order of checks: sender, path, method, body. */
export async function handleControl(
  mock: Mock,
  request: FeedRequest,
  sender: Sender,
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

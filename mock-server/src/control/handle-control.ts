import type { FeedRequest, FeedResponse } from '@photofeed/core'
import { UserError } from '@photofeed/core'
import { controlPrefix, type Mock } from '../mock.ts'
import { isLocalCall, isPreflight, withCors } from './cross-origin.ts'
import { rejectionOf, type Sender } from './protection.ts'
import { ControlError, emptyResponse, errorResponse } from './responses.ts'
import { controlRoutes } from './routes.ts'

/** Responds to one request. The order of checks: sender, path, method, body. */
export async function handleControl(
  mock: Mock,
  request: FeedRequest,
  sender: Sender,
  remoteControl: boolean,
): Promise<FeedResponse> {
  try {
    const access = { remoteControl, baseUrl: mock.context.baseUrl }
    const rejection = rejectionOf(sender, request.path, access)
    if (rejection !== null) throw new ControlError(403, rejection)
    if (isPreflight(request) && isLocalCall(request.path, request.header('origin'))) {
      return withCors(emptyResponse(), request)
    }
    const route = routeOf(request)
    return withCors(await route.response(mock, request), request)
  } catch (error) {
    return withCors(errorResponse(toControlError(error)), request)
  }
}

function toControlError(error: unknown): ControlError {
  if (error instanceof ControlError) return error
  if (error instanceof UserError) return new ControlError(400, error.message)
  throw error
}

function routeOf({ path, method }: FeedRequest) {
  const route = controlRoutes.get(path)
  if (!route) {
    throw new ControlError(
      404,
      `There is nothing at ${path}: the control page is ${controlPrefix}, and its state is ${controlPrefix}/api/state.`,
    )
  }
  if (!route.methods.includes(method)) {
    const allowed = route.methods.join(', ')
    throw new ControlError(405, `${path} does not accept ${method}: send ${allowed}.`, {
      Allow: allowed,
    })
  }
  return route
}

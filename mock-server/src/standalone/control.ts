import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FeedResponse } from '@photofeed/core'
import { feedRequest, type Target, writeFeedResponse } from '@photofeed/core/node'
import type { Mock } from '../mock.ts'

export { controlPrefix } from './control/control-prefix.ts'

/** Serves the control page and its JSON API, to this machine only unless `isRemote`. `readdress` changes the responses. */
export function createControl(
  mock: Mock,
  isRemote: boolean,
  readdress: (response: FeedResponse, request: IncomingMessage) => FeedResponse,
) {
  return async (request: IncomingMessage, response: ServerResponse, target: Target) => {
    // Loaded on demand: most mocks are never looked at, and start sooner.
    const { handleControl } = await import('./control/control-handler.ts')
    const { headers, socket } = request
    const sender = { headers, remoteAddress: socket.remoteAddress }
    const result = await handleControl(mock, feedRequest(request, target), isRemote ? null : sender)
    writeFeedResponse(response, readdress(result, request))
  }
}

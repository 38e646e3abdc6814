import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Target } from '@photofeed/core/node'
import type { Mock } from '../mock.ts'

/** Where the control page and its API are. */
export const controlPrefix = '/__mock'

/** Answers the control page and its JSON API. */
export function createControl(_mock: Mock) {
  return async (_request: IncomingMessage, response: ServerResponse, _target: Target) => {
    response.writeHead(501).end()
  }
}

import type { FeedRequest, FeedResponse } from '@photofeed/core'
import { controlPrefix, type Mock } from '../mock.ts'
import { controlBodies, readBody } from './bodies.ts'
import { type PageFile, pageFiles, readPageFile } from './page-files.ts'
import { emptyResponse, fileResponse, jsonResponse } from './responses.ts'
import { controlState, requestDetails, stateOfScenario } from './state.ts'

interface Route {
  methods: readonly string[]
  response(mock: Mock, request: FeedRequest): FeedResponse | Promise<FeedResponse>
}

const reading = ['GET', 'HEAD']
const acting = ['POST']

const api: Record<string, Route> = {
  '/api/state': {
    methods: reading,
    response: (mock) => jsonResponse(200, controlState(mock)),
  },
  '/api/requests': {
    methods: reading,
    response(mock, { query }) {
      const after = Number(new URLSearchParams(query).get('after') ?? 0)
      return jsonResponse(200, mock.log.after(after))
    },
  },
  '/api/request': {
    methods: reading,
    response(mock, { query }) {
      const id = Number(new URLSearchParams(query).get('id'))
      return jsonResponse(200, requestDetails(mock, id))
    },
  },
  '/api/transition': {
    methods: acting,
    async response(mock, request) {
      const body = await readBody(request, controlBodies.transition)
      const { scenario, transition, ...moment } = body
      mock.accounts.transition(scenario, transition, moment)
      return jsonResponse(200, stateOfScenario(mock, scenario))
    },
  },
  '/api/fault': {
    methods: acting,
    async response(mock, request) {
      const { scenario, fault } = await readBody(request, controlBodies.fault)
      mock.accounts.setFault(scenario, fault as Parameters<Mock['accounts']['setFault']>[1])
      return jsonResponse(200, stateOfScenario(mock, scenario))
    },
  },
  '/api/publish': {
    methods: acting,
    async response(mock, request) {
      const { scenario, post, ...moment } = await readBody(request, controlBodies.publish)
      const id = mock.accounts.posts(scenario).publish(post as never, moment)
      return jsonResponse(201, { id })
    },
  },
  '/api/update': {
    methods: acting,
    async response(mock, request) {
      const { scenario, id, changes, ...moment } = await readBody(request, controlBodies.update)
      mock.accounts.posts(scenario).update(id, changes, moment)
      return emptyResponse()
    },
  },
  '/api/remove': {
    methods: acting,
    async response(mock, request) {
      const { scenario, id, ...moment } = await readBody(request, controlBodies.remove)
      mock.accounts.posts(scenario).remove(id, moment)
      return emptyResponse()
    },
  },
  '/api/override': {
    methods: acting,
    async response(mock, request) {
      const { scenario } = await readBody(request, controlBodies.override)
      mock.accounts.override(scenario)
      return emptyResponse()
    },
  },
  '/api/latency': {
    methods: acting,
    async response(mock, request) {
      const { milliseconds } = await readBody(request, controlBodies.latency)
      mock.setLatency(milliseconds as Mock['latency'])
      return emptyResponse()
    },
  },
  '/api/copies': {
    methods: acting,
    async response(mock, request) {
      const { scenario } = await readBody(request, controlBodies.copy)
      const { name } = mock.accounts.copy(scenario)
      return jsonResponse(201, stateOfScenario(mock, name))
    },
  },
  '/api/reset': {
    methods: acting,
    async response(mock, request) {
      const { scenario } = await readBody(request, controlBodies.reset)
      mock.reset(scenario)
      return emptyResponse()
    },
  },
  '/api/clear-requests': {
    methods: acting,
    async response(mock, request) {
      await readBody(request, controlBodies['clear-requests'])
      mock.log.clear()
      return emptyResponse()
    },
  },
}

function fileRoute({ name, contentType, use }: PageFile): Route {
  return {
    methods: reading,
    response: async () => fileResponse(await readPageFile(name), contentType, use),
  }
}

/** By their path. */
export const controlRoutes: ReadonlyMap<string, Route> = new Map([
  ...Object.entries(pageFiles).map(
    ([path, file]) => [controlPrefix + path, fileRoute(file)] as const,
  ),
  ...Object.entries(api).map(([path, route]) => [controlPrefix + path, route] as const),
])

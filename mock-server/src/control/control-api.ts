import type { FeedRequest } from '@photofeed/core'
import * as z from 'zod/mini'
import { postMomentFields } from '../accounts/posts.ts'
import { momentFields } from '../accounts/schedule.ts'
import { transitionNames } from '../accounts/transitions.ts'
import { line, nameOf, object, parseJson, readData } from '../builders/validation.ts'
import type { Scope } from '../scope.ts'
import type { Service } from '../service.ts'
import { controlState, requestDetails } from './state.ts'

/** An error that the client can correct. Its message is a whole sentence. */
export class ControlError extends Error {
  override name = 'ControlError'
  readonly status: number
  readonly headers: Record<string, string>

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

/** What GET and HEAD return, by the path below `/__mock/api/`. */
export const controlReads: Readonly<
  Record<string, (scope: Scope, parameters: URLSearchParams) => unknown>
> = {
  state: controlState,
  requests: ({ log }, parameters) => log.after(Number(parameters.get('after') ?? 0)),
  request: (scope, parameters) => requestDetails(scope, Number(parameters.get('id'))),
}

/** What a POST does, and the status of its response. */
interface Action {
  status: number
  run(scope: Scope, request: FeedRequest, service: Service): Promise<unknown>
}

function action<Schema extends z.ZodMiniType>(
  schema: Schema,
  run: (scope: Scope, body: z.output<Schema>, service: Service) => unknown,
  status = 200,
): Action {
  return {
    status,
    run: async (scope, request, service) => run(scope, await readBody(request, schema), service),
  }
}

/** The mock checks them. */
const settings = z.record(z.string(), z.unknown())
const fault = z.union([z.string(), settings, z.array(z.union([z.string(), settings])), z.null()], {
  error: 'null, a name, settings or a list of them',
})

/** What POST changes, by the path below `/__mock/api/`. */
export const controlActions: Readonly<Record<string, Action>> = {
  transition: action(
    object({ scenario: line, transition: nameOf(transitionNames), ...momentFields }),
    ({ accounts }, { scenario, transition, ...moment }) => {
      accounts.transition(scenario, transition, moment)
      return accounts.view(scenario)
    },
  ),
  fault: action(object({ scenario: line, fault }), ({ accounts }, { scenario, fault }) => {
    accounts.setFault(scenario, fault as Parameters<typeof accounts.setFault>[1])
    return accounts.view(scenario)
  }),
  publish: action(
    object({ scenario: line, post: z.exactOptional(settings), ...postMomentFields }),
    ({ accounts }, { scenario, post, ...moment }) => ({
      id: accounts.posts(scenario).publish(post, moment),
    }),
    201,
  ),
  update: action(
    object({ scenario: line, id: line, changes: settings, ...postMomentFields }),
    ({ accounts }, { scenario, id, changes, ...moment }) =>
      accounts.posts(scenario).update(id, changes, moment),
  ),
  remove: action(
    object({ scenario: line, id: line, ...postMomentFields }),
    ({ accounts }, { scenario, id, ...moment }) => accounts.posts(scenario).remove(id, moment),
  ),
  override: action(object({ scenario: z.nullable(line) }), ({ accounts }, { scenario }) =>
    accounts.override(scenario),
  ),
  latency: action(object({ milliseconds: z.unknown() }), (scope, { milliseconds }) =>
    scope.setLatency(milliseconds as Scope['latency']),
  ),
  copies: action(
    object({ scenario: line }),
    ({ accounts }, { scenario }) => accounts.view(accounts.copy(scenario).name),
    201,
  ),
  reset: action(object({ scenario: z.exactOptional(line) }), (scope, { scenario }) =>
    scope.reset(scenario),
  ),
  verify: action(object({}), (scope) => ({ warnings: scope.takeWarnings() })),
  scopes: action(object({}), (scope, _, service) => ({ id: service.addScope(scope).id }), 201),
  'clear-requests': action(object({}), ({ log }) => log.clear()),
}

const maximumBytes = 65_536

/**
 * Reads the body of a request. Its Content-Type must be JSON, which a form of another site cannot send.
 *
 * @throws {ControlError | UserError} for any other body
 */
async function readBody<Schema extends z.ZodMiniType>(
  { path, header, readBody }: FeedRequest,
  schema: Schema,
): Promise<z.output<Schema>> {
  const [mediaType = ''] = (header('content-type') ?? '').split(';', 1)
  if (mediaType.trim().toLowerCase() !== 'application/json') {
    throw new ControlError(
      415,
      `The body for ${path} must be JSON: send it with the header Content-Type: application/json.`,
    )
  }
  const text = await readBody(maximumBytes)
  if (text === null) {
    throw new ControlError(
      413,
      `The body for ${path} is larger than ${maximumBytes} bytes: send only the fields that it reads.`,
    )
  }
  const data = parseJson(text)
  if (data === undefined) {
    throw new ControlError(
      400,
      `The body for ${path} is not JSON: send an object like {"scenario":"premium"}.`,
    )
  }
  return readData(schema, data, `The body for ${path}: `)
}

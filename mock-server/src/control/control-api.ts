import type { FeedRequest } from '@photofeed/core'
import * as z from 'zod/mini'
import { object, parseJson, readData } from '../builders/validation.ts'
import type { Scope } from '../scope.ts'
import type { Service } from '../service.ts'
import { controlState } from './state.ts'

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
}

/** What a POST does, the fields of its body, and the status of its response. */
interface Action {
  schema: z.ZodMiniType
  status: number
  run(scope: Scope, body: never, service: Service): unknown
}

/** Checks the names of fields only: what a value must be, the called function checks for every caller. */
function action<const Field extends string>(
  fields: readonly Field[],
  run: (scope: Scope, body: Record<Field, never>, service: Service) => unknown,
  status = 200,
): Action {
  const shape = Object.fromEntries(fields.map((field) => [field, z.optional(z.unknown())]))
  return { schema: object(shape), status, run }
}

const moment = ['afterRequests', 'afterMilliseconds'] as const
const postMoment = [...moment, 'atRefresh'] as const

/** What POST changes, by the path below `/__mock/api/`. */
export const controlActions: Readonly<Record<string, Action>> = {
  transition: action(
    ['scenario', 'transition', ...moment],
    ({ accounts }, { scenario, transition, ...moment }) => {
      accounts.transition(scenario, transition, moment)
      return accounts.view(scenario)
    },
  ),
  fault: action(['scenario', 'fault'], ({ accounts }, { scenario, fault }) => {
    accounts.setFault(scenario, fault)
    return accounts.view(scenario)
  }),
  publish: action(
    ['scenario', 'post', ...postMoment],
    ({ accounts }, { scenario, post, ...moment }) => ({
      id: accounts.posts(scenario).publish(post, moment),
    }),
    201,
  ),
  update: action(
    ['scenario', 'id', 'changes', ...postMoment],
    ({ accounts }, { scenario, id, changes, ...moment }) =>
      accounts.posts(scenario).update(id, changes, moment),
  ),
  remove: action(['scenario', 'id', ...postMoment], ({ accounts }, { scenario, id, ...moment }) =>
    accounts.posts(scenario).remove(id, moment),
  ),
  override: action(['scenario'], ({ accounts }, { scenario }) => accounts.override(scenario)),
  latency: action(['milliseconds'], (scope, { milliseconds }) => scope.setLatency(milliseconds)),
  copies: action(
    ['scenario'],
    ({ accounts }, { scenario }) => accounts.view(accounts.copy(scenario).name),
    201,
  ),
  reset: action(['scenario'], (scope, { scenario }) => scope.reset(scenario)),
  verify: action([], (scope) => ({ warnings: scope.takeWarnings() })),
  scopes: action([], (scope, _, service) => ({ id: service.addScope(scope).id }), 201),
  'clear-requests': action([], ({ log }) => log.clear()),
}

const maximumBytes = 65_536

/**
 * Reads the body of a request. Its Content-Type must be JSON, which a form of another site cannot send.
 *
 * @throws {ControlError | UserError} for any other body
 */
export async function readActionBody(
  { path, header, readBody }: FeedRequest,
  { schema }: Action,
): Promise<never> {
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
  return readData(schema, data, `The body for ${path}: `) as never
}

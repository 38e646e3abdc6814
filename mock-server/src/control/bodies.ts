import type { FeedRequest } from '@photofeed/core'
import * as z from 'zod/mini'
import { count, dataProblem, line, object } from '../builders/validation.ts'
import { type TransitionName, transitions } from '../transitions.ts'
import { ControlError } from './responses.ts'

const maximumBytes = 4096
const transitionNames = Object.keys(transitions) as TransitionName[]

/** What the bodies of the control API hold. */
export const controlBodies = {
  transition: object({
    scenario: line,
    transition: z.enum(transitionNames, { error: `one of ${transitionNames.join(', ')}` }),
    afterRequests: z.exactOptional(count),
    afterMilliseconds: z.exactOptional(count),
  }),
  fault: object({
    scenario: line,
    fault: z.union([z.string(), z.record(z.string(), z.unknown()), z.null()], {
      error: 'null, a name or settings',
    }),
  }),
  override: object({ scenario: z.nullable(line) }),
  latency: object({ milliseconds: z.unknown() }),
  copy: object({ scenario: line }),
  reset: object({ scenario: z.exactOptional(line) }),
}

/**
 * A request's body. It must say that it is JSON: a form of another site can send only what does not.
 *
 * @throws {ControlError} when it is not such a body.
 */
export async function readBody<Schema extends z.ZodMiniType>(
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
  const read = schema.safeParse(data)
  if (read.success) return read.data
  const problem = dataProblem(read.error, data)
  const end = problem.endsWith('?') ? '' : '.'
  throw new ControlError(400, `The body for ${path}: ${problem}${end}`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import type { FeedRequest } from '@photofeed/core'
import * as z from 'zod/mini'
import { postMomentFields } from '../accounts/posts.ts'
import { momentFields } from '../accounts/schedule.ts'
import { transitionNames } from '../accounts/transitions.ts'
import { dataProblem, endSentence, line, object, parseJson } from '../builders/validation.ts'
import { ControlError } from './responses.ts'

const maximumBytes = 65_536

/** The mock checks them. */
const settings = z.record(z.string(), z.unknown())

/** The schemas of the bodies of the control API. */
export const controlBodies = {
  transition: object({
    scenario: line,
    transition: z.enum(transitionNames, { error: `one of ${transitionNames.join(', ')}` }),
    ...momentFields,
  }),
  fault: object({
    scenario: line,
    fault: z.union([z.string(), settings, z.array(z.union([z.string(), settings])), z.null()], {
      error: 'null, a name, settings or a list of them',
    }),
  }),
  publish: object({ scenario: line, post: settings, ...postMomentFields }),
  update: object({ scenario: line, id: line, changes: settings, ...postMomentFields }),
  remove: object({ scenario: line, id: line, ...postMomentFields }),
  override: object({ scenario: z.nullable(line) }),
  latency: object({ milliseconds: z.unknown() }),
  copy: object({ scenario: line }),
  reset: object({ scenario: z.exactOptional(line) }),
  'clear-requests': object({}),
}

/**
 * Reads the body of a request. Its Content-Type must be JSON, which a form of another site cannot send.
 *
 * @throws {ControlError} for any other body
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
  throw new ControlError(400, endSentence(`The body for ${path}: ${problem}`))
}

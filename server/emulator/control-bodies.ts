import type { Context } from 'hono'
import { z } from 'zod'
import { type EmulatedFaultName, endpoints, faultNames } from './faults.ts'

const count = z.int().nonnegative()
const text = z.string().max(2200).nullable()
const postChange = z.strictObject({
  caption: text.exactOptional(),
  likeCount: count.nullable().exactOptional(),
  commentsCount: count.nullable().exactOptional(),
})

/** The schemas of the control interface's bodies. */
export const controlBodies = {
  fault: z.strictObject({
    fault: z.enum(faultNames as [EmulatedFaultName]),
    times: z.int().positive().exactOptional(),
    on: z.array(z.enum(endpoints)).nonempty().exactOptional(),
  }),
  user: z.strictObject({
    username: z
      .string()
      .regex(/^[\w.]{1,30}$/)
      .exactOptional(),
    name: text.exactOptional(),
    biography: text.exactOptional(),
    website: text.exactOptional(),
    followersCount: count.nullable().exactOptional(),
    followsCount: count.nullable().exactOptional(),
    mediaCount: count.nullable().exactOptional(),
  }),
  post: postChange,
  settings: z.strictObject({
    shape: z.enum(['wrapped', 'flat']).exactOptional(),
    leaks: z.boolean().exactOptional(),
    latencyMs: z.int().min(0).max(60_000).exactOptional(),
  }),
}

/** The message says what to correct. */
export class BadBody extends Error {}

export async function readBody<Schema extends z.ZodType>(
  { req }: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const json: unknown = await req.json().catch(() => undefined)
  const { success, data, error } = schema.safeParse(json)
  if (success) return data
  throw new BadBody(`The body of ${req.path}: ${z.prettifyError(error)}`)
}

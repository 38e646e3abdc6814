import { z } from 'zod'
import { id, isWrapped, object, wrapped } from './platform-schema.ts'

const token = z.string({ error: 'a token' }).regex(/^[\x21-\x7e]{1,4096}$/, { error: 'a token' })

const permissionList = z
  .union([z.string().transform((text) => text.split(/[\s,]+/)), z.array(z.string())], {
    error: 'a list of permissions',
  })
  .transform((names) => names.filter((name) => name !== ''))
  .nullable()
  .default(null)

const shortToken = object({ access_token: token, user_id: id, permissions: permissionList })

export type ShortToken = z.infer<typeof shortToken>

export const longTokenSchema = object({
  access_token: token,
  expires_in: z.int({ error: 'a number of seconds' }).positive({ error: 'a number of seconds' }),
})

/** The documentation shows the answer as the only item of `data`; others have seen it flat. */
export function shortTokenSchema(json: unknown): z.ZodType<ShortToken> {
  return isWrapped(json) ? wrapped(shortToken).transform(({ data }) => data[0]) : shortToken
}

import { z } from 'zod'
import {
  archivedProfileSchema,
  isWrapped,
  object,
  type PlatformPost,
  type PlatformProfile,
  postSchema,
  wrapped,
} from '../platform/platform-schema.ts'
import { shapeProblem } from '../platform/shape-problem.ts'
import { ImportError } from './import-error.ts'

const mediaPage = object({ data: z.array(postSchema, { error: 'a list' }) })

/** Reads the platform's answer about the account, which comes flat or as the only item of `data`. */
export function readProfile(json: unknown, source: string): PlatformProfile {
  return isWrapped(json)
    ? readWith(wrapped(archivedProfileSchema), json, source).data[0]
    : readWith(archivedProfileSchema, json, source)
}

/** Reads one page of the platform's listing of posts, as a whole or not at all. */
export function readMediaPage(json: unknown, source: string): PlatformPost[] {
  return readWith(mediaPage, json, source).data
}

function readWith<T>(schema: z.ZodType<T>, json: unknown, source: string): T {
  const result = schema.safeParse(json)
  if (result.success) return result.data
  throw new ImportError(`${source}: ${shapeProblem(result.error, json)}`)
}

import type { z } from 'zod'
import { PlatformError } from './platform-error.ts'
import { redacted } from './redaction.ts'
import { shapeProblem } from './shape-problem.ts'

/** Reads an answer by a schema; rejects what it does not fit, without any of its values. */
export function readAnswer<T>(schema: z.ZodType<T>, json: unknown, asked: string): T {
  const result = schema.safeParse(json)
  if (result.success) return result.data
  // A value might be the very token that could not be read.
  const saying = shapeProblem(result.error, json).replace(/, got .*/s, '')
  throw new PlatformError('unreadable', { asked, saying: redacted(saying, []) })
}

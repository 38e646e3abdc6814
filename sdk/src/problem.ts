import type { Schemas } from '@photofeed/openapi'
import type { ApiProblem } from './errors/api-error.ts'
import { optionNamed } from './parameters.ts'

/** An entry of the service's errors in our terms. */
export function problemIn({ source, ...problem }: Schemas['Error']): ApiProblem {
  return { ...problem, parameter: optionNamed(source?.parameter ?? null) }
}

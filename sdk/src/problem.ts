import type { Schemas } from '@photofeed/openapi'
import type { ApiProblem } from './errors/api-error.ts'
import { optionNamed } from './parameters.ts'

/** An entry of the service's errors in our terms. */
export function problemIn({ status, code, title, detail, source }: Schemas['Error']): ApiProblem {
  return { status, code, title, detail, parameter: source ? optionNamed(source.parameter) : null }
}

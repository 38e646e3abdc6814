import { isObject } from '../object.ts'
import type { GraphqlProblem, GraphqlValidation } from './graphql-error.ts'

/** An entry of the answer's errors; whatever is not there in its expected form is empty. */
export function graphqlProblem(entry: {
  readonly message: string
  readonly locations?: unknown
  readonly path?: unknown
  readonly extensions?: unknown
}): GraphqlProblem {
  const { message, locations, path, extensions } = entry
  return {
    message,
    locations: listed(locations).filter(isObject) as unknown as GraphqlProblem['locations'],
    path: listed(path) as GraphqlProblem['path'],
    validation: isObject(extensions) ? validationIn(extensions.validation) : {},
  }
}

function validationIn(value: unknown): GraphqlValidation {
  if (!isObject(value)) return {}
  return Object.fromEntries(
    Object.entries(value).map(([name, messages]) => [name, [messages].flat().map(String)]),
  )
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

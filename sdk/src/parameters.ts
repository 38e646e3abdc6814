import type { operations } from '@photofeed/openapi'
import type { MeOptions } from './me-options.ts'
import type { RequestOptions } from './request-options.ts'

/** The query of `GET /api/v1/me` as it goes over the wire. */
export type MeQuery = NonNullable<operations['getMe']['parameters']['query']>

/** Our option names and the parameters that they become. */
export const parameterNames = {
  pageSize: 'page[size]',
  cursor: 'page[cursor]',
  type: 'filter[type]',
  publishedAfter: 'filter[publishedAfter]',
  publishedBefore: 'filter[publishedBefore]',
  sort: 'sort',
  include: 'include[]',
  format: 'format',
} as const satisfies Record<Exclude<keyof MeOptions, keyof RequestOptions>, keyof MeQuery>

/** The parameters of the definition that no option sends. */
type ParameterWithoutOption = Exclude<keyof MeQuery, (typeof parameterNames)[OptionName]>
// A type error here names a parameter that MeOptions and parameterNames lack.
true satisfies [ParameterWithoutOption] extends [never] ? true : ParameterWithoutOption

export type OptionName = keyof typeof parameterNames

/** Our option, or a parameter that is none of our options, by the service's name. */
export type ParameterName = OptionName | (string & {})

const optionNames = Object.keys(parameterNames) as OptionName[]

/** The wire query for our options. Those left out are undefined in it. */
export function toQuery(options: MeOptions): MeQuery {
  return Object.fromEntries(optionNames.map((name) => [parameterNames[name], options[name]]))
}

/** Our option for a parameter named in an error; a parameter that is not ours keeps its name. */
export function optionNamed(parameter: string | null): ParameterName | null {
  return optionNames.find((name) => parameterNames[name] === parameter) ?? parameter
}

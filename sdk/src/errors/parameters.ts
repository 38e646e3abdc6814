import type { MeParameter } from '@photofeed/openapi'

/** The option names and the parameters that they become. */
export const parameterNames = {
  pageSize: 'page[size]',
  cursor: 'page[cursor]',
  type: 'filter[type]',
  publishedAfter: 'filter[publishedAfter]',
  publishedBefore: 'filter[publishedBefore]',
  sort: 'sort',
  include: 'include[]',
  format: 'format',
} as const satisfies Record<string, MeParameter>

/** An option of `feed.me()` that becomes a parameter. */
export type OptionName = keyof typeof parameterNames

/** Parameters of the contract without an option. */
type ParameterWithoutOption = Exclude<MeParameter, (typeof parameterNames)[OptionName]>
// A type error here names a parameter that parameterNames lacks.
true satisfies [ParameterWithoutOption] extends [never] ? true : ParameterWithoutOption

/** An option of `feed.me()`, or the service's name of a parameter that is no option. */
export type ParameterName = OptionName | (string & {})

export const optionNames = Object.keys(parameterNames) as OptionName[]

/** Returns the option of a parameter in an error; the parameter itself if it belongs to no option. */
export function findOption(parameter: string | null): ParameterName | null {
  return optionNames.find((name) => parameterNames[name] === parameter) ?? parameter
}

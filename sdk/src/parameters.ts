import type { operations } from '@photofeed/openapi'
import type { MeOptions } from './me-options.ts'

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
} as const satisfies Record<string, keyof MeQuery>

export type OptionName = keyof typeof parameterNames

const optionNames = Object.keys(parameterNames) as OptionName[]

/** The wire query for our options. Those left out or undefined are not sent. */
export function toQuery(options: MeOptions): MeQuery {
  const given = optionNames.filter((name) => options[name] !== undefined)
  return Object.fromEntries(given.map((name) => [parameterNames[name], options[name]])) as MeQuery
}

/** Our option for a parameter named in an error; a parameter that is not ours keeps its name. */
export function optionNamed(parameter: string): OptionName | (string & {}) {
  const plain = parameter.replace('[]', '')
  return optionNames.find((name) => parameterNames[name].replace('[]', '') === plain) ?? parameter
}

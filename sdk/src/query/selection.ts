import type { MeOptions } from '../me-options.ts'
import { type OptionName, parameterNames } from '../parameters.ts'
import type { RequestOptions } from '../request-options.ts'

/** The options that say what is read. Those that say how a request is made have no place in a key. */
export interface Selection extends Omit<MeOptions, keyof RequestOptions> {}

const names = Object.keys(parameterNames) as OptionName[]

/** The selection among the options, without what is undefined. */
export function selectionIn(options: Selection): Selection {
  return Object.fromEntries(
    names.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]),
  )
}

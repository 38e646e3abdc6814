import type {
  connectionStatuses,
  mediaTypes,
  parameters,
  plans,
  problems,
  routes,
} from './generated/contract.ts'
import type { components } from './generated/rest.ts'

export * from './generated/contract.ts'
export type { components, operations, paths } from './generated/rest.ts'

/** The resources of the contract, by their name in openapi.yaml. */
export type Schemas = components['schemas']

export type PlanName = keyof typeof plans
export type ConnectionStatus = keyof typeof connectionStatuses
export type MediaType = (typeof mediaTypes)[number]
/** The parameters that /api/v1/me reads. */
export type MeParameter = (typeof routes)['/api/v1/me']['parameters'][number]
/** The parameters of it that select posts, without their brackets. */
export type FilterName = {
  [Name in MeParameter]: Name extends `filter[${infer Filter}]` ? Filter : never
}[MeParameter]
export type ProblemCode = keyof typeof problems
export type ImageFormat = (typeof parameters)['format']['values'][number]
export type IncludeName = (typeof parameters)['include[]']['values'][number]
export type SortValue = (typeof parameters)['sort']['values'][number]
export type Ordering = (typeof parameters)['sort']['orderings'][SortValue]

export { ContractError } from './http/contract-error.ts'
export type { Intermediary } from './http/intermediary.ts'
export { type HttpResponse, undocumented } from './judging/documented.ts'
export type { Level } from './judging/rule.ts'
export { type CheckOptions, checkContract, type Progress } from './run/check-contract.ts'
export type {
  AccountReport,
  DefinitionPlace,
  FindingReport,
  Report,
  RuleReport,
} from './run/report.ts'
export type { Outcome, SkipCause } from './run/result.ts'
export type { Undecided } from './run/undecided.ts'

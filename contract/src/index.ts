export { type CheckOptions, checkContract, type Progress } from './check-contract.ts'
export { ContractError } from './contract-error.ts'
export { type Answer, undocumented } from './documented.ts'
export type { Level } from './rules/rule.ts'
export type {
  AccountReport,
  DefinitionPlace,
  FindingReport,
  Report,
  RuleReport,
} from './run/report.ts'
export type { Outcome } from './run/result.ts'

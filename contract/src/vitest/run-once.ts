import { ContractError } from '../http/contract-error.ts'
import { printableReport } from '../reporters/printable.ts'
import { type CheckOptions, checkContract } from '../run/check-contract.ts'
import type { Report } from '../run/report.ts'
import { failure } from './failure.ts'

/** Gives the report to each test; where nothing could be checked, it throws the reason in each of them. */
export type GetReport = () => Report

/** @throws what is no ContractError: then the checker itself is broken. */
export async function runOnce(options: CheckOptions): Promise<GetReport> {
  try {
    const report = printableReport(await checkContract(options))
    return () => report
  } catch (error) {
    if (!(error instanceof ContractError)) throw error
    const reason = failure(error.message)
    return () => {
      throw reason
    }
  }
}

import { readFile } from 'node:fs/promises'
import { ContractError } from '../http/contract-error.ts'
import { type Baseline, baselineOf } from '../verdict/baseline.ts'

/** @throws {ContractError} when the file is no report. */
export async function readBaseline(file: string | undefined): Promise<Baseline> {
  if (file === undefined) return new Set()
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ContractError('usage', `The baseline ${file} cannot be read (${error.code}).`)
  })
  const baseline = baselineOf(text)
  if (baseline) return baseline
  throw new ContractError(
    'usage',
    `The baseline ${file} is no report of this command. Make one with --reporter json --output ${file}.`,
  )
}

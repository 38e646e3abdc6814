import { printableJson } from './printable.ts'
import type { Reporter } from './reporter.ts'

/** The report with its verdict; `--baseline` reads it again. */
export const json: Reporter = (report, verdict) => printableJson({ ...report, verdict })

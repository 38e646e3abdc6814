import { printableJson, type Reporter } from './reporter.ts'

/** The report, with the verdict of the command in the place of its own. */
export const json: Reporter = (report, verdict) => printableJson({ ...report, ...verdict })

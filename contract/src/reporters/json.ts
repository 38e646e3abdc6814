import { printableJson, type Reporter } from './reporter.ts'

/** The report, with the verdict of the command in the place of its own. A baseline is another file, see `baselineText`. */
export const json: Reporter = (report, verdict) => printableJson({ ...report, ...verdict })

import type { DefinitionPlace, Report } from '../run/report.ts'
import type { Verdict } from '../verdict/verdict.ts'
import type { Paint } from './paint.ts'

/** Writes a report. What came from the deployment is hostile text: each reporter escapes it for its format. */
export type Reporter = (report: Report, verdict: Verdict, setting: Setting) => string

/** What a reporter knows of its surroundings. */
export interface Setting {
  /** Of the checker. */
  version: string
  /** The path by which a reader finds a definition. */
  definitionPath(file: DefinitionPlace['file']): string
  paint: Paint
}

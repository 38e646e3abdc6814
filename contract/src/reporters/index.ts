import { github } from './github.ts'
import { html } from './html/html.ts'
import { json } from './json.ts'
import { junit } from './junit.ts'
import { pretty } from './pretty/pretty.ts'
import type { Reporter } from './reporter.ts'
import { sarif } from './sarif.ts'

export const reporters = { pretty, json, junit, github, sarif, html } satisfies Record<
  string,
  Reporter
>

export type ReporterName = keyof typeof reporters

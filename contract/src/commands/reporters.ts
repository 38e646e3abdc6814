import { github } from '../reporters/github.ts'
import { html } from '../reporters/html/html.ts'
import { json } from '../reporters/json.ts'
import { junit } from '../reporters/junit.ts'
import { pretty } from '../reporters/pretty/pretty.ts'
import type { Reporter } from '../reporters/reporter.ts'
import { sarif } from '../reporters/sarif.ts'

export const reporters = { pretty, json, junit, github, sarif, html } satisfies Record<
  string,
  Reporter
>

export type ReporterName = keyof typeof reporters

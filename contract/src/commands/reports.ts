import { access, appendFile, constants, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { ContractError } from '../http/contract-error.ts'
import { github, jobSummary } from '../reporters/github.ts'
import { html } from '../reporters/html.ts'
import { junit } from '../reporters/junit.ts'
import { pretty } from '../reporters/pretty.ts'
import { createPaint, json, type Reporter } from '../reporters/reporter.ts'
import { countsOf, effortOf, verdictSentence } from '../reporters/sentences.ts'
import type { Report } from '../run/report.ts'
import type { Verdict } from '../run/verdict.ts'
import type { CommandContext } from './context.ts'

const reporters = { pretty, github, junit, json, html } satisfies Record<string, Reporter>

type ReporterName = keyof typeof reporters

export const reporterNames = Object.keys(reporters) as ReporterName[]

/** Where a report goes; without a file to standard output. */
export interface Target {
  name: ReporterName
  file: string | null
}

/** @throws {ContractError} if a file cannot be written, or two reports would be mixed; before the run, not after it. */
export async function assertWritable(targets: readonly Target[], context: CommandContext) {
  const printed = targets.filter(({ file }) => file === null)
  if (printed.length > 1) {
    const names = printed.map(({ name }) => name).join(' and ')
    throw new ContractError(
      'usage',
      `The reports ${names} cannot share standard output. Name files, like --reporter ${printed[1]?.name}=report.txt.`,
    )
  }
  for (const { file } of targets) if (file !== null) await assertFile(file, context.cwd)
}

async function assertFile(file: string, cwd: string): Promise<void> {
  const path = resolve(cwd, file)
  const found = await stat(path).catch(() => null)
  if (found?.isDirectory()) {
    throw new ContractError('usage', `${path} is a folder. Name a file in it.`)
  }
  const place = !found || found.isFile() ? dirname(path) : path
  await access(place, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw new ContractError('usage', `No file can be written in ${place} (${error.code}).`)
  })
}

/** Writes each report to its target, and for GitHub the summary of the job. */
export async function writeReports(
  targets: readonly Target[],
  { report, verdict }: { report: Report; verdict: Verdict },
  context: CommandContext,
): Promise<void> {
  for (const { name, file } of targets) {
    const paint = createPaint(file === null ? context.stdout : null)
    const text = reporters[name](report, verdict, { version: packageJson.version, paint })
    if (file === null) context.stdout.write(text)
    else await writeFile(resolve(context.cwd, file), text)
  }
  const { GITHUB_STEP_SUMMARY: summary } = context.env
  if (summary && targets.some(({ name }) => name === 'github')) {
    const setting = { version: packageJson.version, paint: createPaint(null) }
    await appendFile(summary, jobSummary(report, verdict, setting))
  }
}

/** Writes the result in a line to standard error, if no report on standard output says it. */
export function sayResult(
  targets: readonly Target[],
  { report, verdict }: { report: Report; verdict: Verdict },
  { say }: CommandContext,
): void {
  const isTold = targets.some(({ name, file }) => file === null && /^(pretty|github)$/.test(name))
  if (!isTold)
    say(`${report.url}: ${verdictSentence(verdict)} ${countsOf(report)}; ${effortOf(report)}.`)
}

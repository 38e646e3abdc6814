import { createCommand } from '@commander-js/extra-typings'
import { onlyAccount } from '../http/redaction.ts'
import type { Level } from '../judging/rule.ts'
import { printableJson } from '../reporters/reporter.ts'
import { count, countsOfSummary } from '../reporters/sentences.ts'
import { checkContract } from '../run/check-contract.ts'
import type { Report } from '../run/report.ts'
import type { Outcome } from '../run/result.ts'
import { noBaseline } from '../verdict/baseline.ts'
import { exitCodes, verdictOf } from '../verdict/verdict.ts'
import { accountsOfEnvironment, chosenAccounts } from './accounts.ts'
import { createProgress } from './check.ts'
import type { CommandContext } from './context.ts'
import { options } from './options.ts'

export function compareCommand(context: CommandContext) {
  const { fetch, env, stdout, end } = context
  return createCommand('compare')
    .description('check two deployments and report where they differ; exit code 1 when they do')
    .argument('<url1>', 'the address of the first deployment')
    .argument('<url2>', 'the address of the second')
    .addOption(options.account)
    .addOption(options.key)
    .addOption(options.account2)
    .addOption(options.key2)
    .addOption(options.json)
    .addOption(options.only)
    .addOption(options.skip)
    .addOption(options.maxRequests)
    .addOption(options.timeout)
    .action(async (url1, url2, given) => {
      const { json, only, skip, maxRequests, timeout } = given
      const typed = (accounts: Record<string, string>, key: string | undefined) =>
        key === undefined ? accounts : { ...accounts, [onlyAccount]: key }
      const accounts = chosenAccounts(
        typed(given.account, given.key),
        accountsOfEnvironment(env, 'PHOTOFEED_KEY'),
      )
      const others = chosenAccounts(
        typed(given.account2, given.key2),
        accountsOfEnvironment(env, 'PHOTOFEED_KEY2'),
      )
      const check = (url: string, accounts: Readonly<Record<string, string>>) => {
        const progress = createProgress(url, context)
        return checkContract({
          url,
          accounts,
          skip,
          maxRequests,
          fetch,
          timeout,
          ...(only.length > 0 && { only }),
          onProgress: progress.show,
        }).finally(progress.end)
      }
      const first = await check(url1, accounts)
      const second = await check(url2, Object.keys(others).length > 0 ? others : accounts)
      const comparison = comparisonOf(first, second)
      stdout.write(json ? printableJson(comparison) : comparisonTable(comparison))
      end(exitCodeOf([first, second], comparison.differences.length > 0))
    })
}

function exitCodeOf(reports: Parameters<typeof verdictOf>[0][], differ: boolean): number {
  if (differ) return exitCodes.failed.code
  const undecided = exitCodes.undecided.code
  const verdicts = reports.map((report) => verdictOf(report, 'must', noBaseline))
  return verdicts.some(({ exitCode }) => exitCode === undecided) ? undecided : exitCodes.passed.code
}

/** Two deployments side by side. */
interface Comparison {
  urls: [string, string]
  summaries: [Report['summary'], Report['summary']]
  /** Rules with the same outcome in both. */
  same: number
  /** In the order of the catalog. */
  differences: Difference[]
}

interface Difference {
  id: string
  level: Level
  sentence: string
  outcomes: [Outcome, Outcome]
}

function comparisonOf(first: Report, second: Report): Comparison {
  const others = new Map(second.rules.map(({ id, outcome }) => [id, outcome]))
  const differences = first.rules.flatMap(({ id, level, sentence, outcome }): Difference[] => {
    const other = others.get(id)
    if (other === undefined || other === outcome) return []
    return [{ id, level, sentence, outcomes: [outcome, other] }]
  })
  return {
    urls: [first.url, second.url],
    summaries: [first.summary, second.summary],
    same: first.rules.length - differences.length,
    differences,
  }
}

/** The differing rules in columns, then the counts. */
function comparisonTable({ urls, summaries, same, differences }: Comparison): string {
  const rows = [
    ['rule', 'level', 'first', 'second'],
    ...differences.map(({ id, level, outcomes }) => [id, level, ...outcomes]),
  ]
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  )
  const table = rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return [
    `first   ${urls[0]}: ${countsOfSummary(summaries[0])}`,
    `second  ${urls[1]}: ${countsOfSummary(summaries[1])}`,
    '',
    ...(differences.length > 0 ? [...table, ''] : []),
    `${count(differences.length, 'rule differs', 'rules differ')}, ${count(same, 'is', 'are')} the same.`,
    '',
  ].join('\n')
}

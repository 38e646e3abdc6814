import { createCommand } from '@commander-js/extra-typings'
import { comparisonOf } from '../comparison/comparison.ts'
import { comparisonTable } from '../comparison/comparison-table.ts'
import { onlyAccount } from '../http/redaction.ts'
import { printableJson } from '../reporters/printable.ts'
import { checkContract } from '../run/check-contract.ts'
import { noBaseline } from '../verdict/baseline.ts'
import { exitCodes } from '../verdict/exit-codes.ts'
import { verdictOf } from '../verdict/verdict.ts'
import { accountsOfEnvironment, chosenAccounts } from './accounts.ts'
import { createProgress } from './check.ts'
import type { CommandContext } from './context.ts'
import { options } from './options.ts'

export function compareCommand(context: CommandContext) {
  const { fetch, env, stdout, end } = context
  return createCommand('compare')
    .description('check two deployments and tell where they differ; exit code 1 when they do')
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
          ...{ url, accounts, skip, maxRequests, fetch, timeout },
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

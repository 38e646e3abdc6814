import { createCommand } from '@commander-js/extra-typings'
import { comparisonOf } from '../comparison/comparison.ts'
import { comparisonTable } from '../comparison/comparison-table.ts'
import { printableJson } from '../reporters/printable.ts'
import { checkContract } from '../run/check-contract.ts'
import { exitCodes } from '../verdict/exit-codes.ts'
import { verdictOf } from '../verdict/verdict.ts'
import { checkOptions } from './check-options.ts'
import type { CommandContext } from './command-parts.ts'
import { chosenKeys } from './keys.ts'
import { createProgress } from './progress.ts'

export function compareCommand(context: CommandContext) {
  const { fetch, env, stdout, end } = context
  return createCommand('compare')
    .description('check two deployments and tell where they differ; exit code 1 when they do')
    .argument('<url1>', 'the address of the first deployment')
    .argument('<url2>', 'the address of the second')
    .addOption(checkOptions.key)
    .addOption(checkOptions.key2)
    .addOption(checkOptions.json)
    .addOption(checkOptions.only)
    .addOption(checkOptions.skip)
    .addOption(checkOptions.maxRequests)
    .addOption(checkOptions.timeout)
    .action(async (url1, url2, { key, key2, json, only, skip, maxRequests, timeout }) => {
      const keys = chosenKeys(key, env.PHOTOFEED_KEY)
      const others = chosenKeys(key2, env.PHOTOFEED_KEY2)
      const check = (url: string, keys: string[]) => {
        const progress = createProgress(url, context)
        return checkContract({
          ...{ url, keys, skip, maxRequests, fetch, timeout: timeout * 1000 },
          ...(only ? { only } : {}),
          onProgress: progress.show,
        }).finally(progress.end)
      }
      const first = await check(url1, keys)
      const second = await check(url2, others.length > 0 ? others : keys)
      const comparison = comparisonOf(first, second)
      stdout.write(json ? printableJson(comparison) : comparisonTable(comparison))
      end(exitCodeOf([first, second], comparison.differences.length > 0))
    })
}

function exitCodeOf(reports: Parameters<typeof verdictOf>[0][], differ: boolean): number {
  if (differ) return exitCodes.broken.code
  const nothing = exitCodes['nothing-checked'].code
  const verdicts = reports.map((report) => verdictOf(report, 'must', new Set()))
  return verdicts.some(({ exitCode }) => exitCode === nothing) ? nothing : exitCodes.kept.code
}

import { appendFile } from 'node:fs/promises'
import { createCommand } from '@commander-js/extra-typings'
import packageJson from '../../package.json' with { type: 'json' }
import { markdown } from '../reporters/markdown.ts'
import { createPaint, unpainted } from '../reporters/paint.ts'
import { countsOf, effortOf, verdictSentence } from '../reporters/sentences.ts'
import { checkContract } from '../run/check-contract.ts'
import { definitionPath } from '../run/definition-files.ts'
import { exitCodes } from '../verdict/exit-codes.ts'
import { verdictOf } from '../verdict/verdict.ts'
import { readBaseline } from './baseline-file.ts'
import { checkOptions } from './check-options.ts'
import type { CommandContext } from './command-parts.ts'
import { exitCodeHelp } from './exit-code-help.ts'
import { chosenKeys } from './keys.ts'
import { createProgress } from './progress.ts'
import { assertWritable, writeReport } from './report-file.ts'
import { reporters } from './reporters.ts'

/** What `photofeed-contract` does when no other command is named. */
export function checkCommand(context: CommandContext) {
  const { fetch, env, stdout, say, end } = context
  return createCommand('photofeed-contract')
    .description(
      'Checks a deployment of a photofeed service against the contract, rule by rule. It only reads.',
    )
    .version(packageJson.version)
    .argument('<url>', "the deployment's address, like https://feed.example")
    .addOption(checkOptions.key)
    .addOption(checkOptions.reporter)
    .addOption(checkOptions.json)
    .addOption(checkOptions.output)
    .addOption(checkOptions.only)
    .addOption(checkOptions.skip)
    .addOption(checkOptions.failOn)
    .addOption(checkOptions.baseline)
    .addOption(checkOptions.maxRequests)
    .addOption(checkOptions.timeout)
    .addHelpText('after', exitCodeHelp())
    .action(async (url, options) => {
      const { only, skip, maxRequests, output, failOn } = options
      const name = options.json ? 'json' : options.reporter
      const keys = chosenKeys(options.key, env.PHOTOFEED_KEY)
      const baseline = await readBaseline(options.baseline)
      if (output !== undefined) await assertWritable(output)

      const progress = createProgress(url, context)
      const report = await checkContract({
        ...{ url, keys, skip, maxRequests, fetch, timeout: options.timeout * 1000 },
        ...(only ? { only } : {}),
        onProgress: progress.show,
      }).finally(progress.end)

      const verdict = verdictOf(report, failOn, baseline)
      const paint = output === undefined ? createPaint(stdout) : unpainted
      const setting = { version: packageJson.version, definitionPath, paint }
      const text = reporters[name](report, verdict, setting)
      if (name === 'github' && env.GITHUB_STEP_SUMMARY)
        await appendFile(env.GITHUB_STEP_SUMMARY, markdown(report, verdict, setting))
      if (output === undefined) stdout.write(text)
      else await writeReport(output, text)
      const isEmpty = verdict.exitCode === exitCodes['nothing-checked'].code
      if (output !== undefined || (isEmpty && name !== 'pretty'))
        say(`${report.url}: ${verdictSentence(verdict)} ${countsOf(report)}; ${effortOf(report)}.`)
      end(verdict.exitCode)
    })
}

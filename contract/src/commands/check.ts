import { createCommand, Option } from '@commander-js/extra-typings'
import { examples } from '@photofeed/design/commands'
import packageJson from '../../package.json' with { type: 'json' }
import { chosenRules } from '../catalog/catalog.ts'
import { count } from '../count.ts'
import { ContractError } from '../http/contract-error.ts'
import { onlyAccount } from '../http/redaction.ts'
import { accountSentence } from '../reporters/sentences.ts'
import { checkContract, type Progress } from '../run/check-contract.ts'
import { reportOf } from '../run/report.ts'
import { skipped } from '../run/result.ts'
import { exitCodes, verdictOf } from '../run/verdict.ts'
import { type CommandContext, chosenAccounts } from './context.ts'
import { options } from './options.ts'
import { assertWritable, sayResult, type Target, writeReports } from './reports.ts'

/** What `photofeed-contract` does if no other command is named. */
export function checkCommand(context: CommandContext) {
  const { fetch, env } = context
  return createCommand('photofeed-contract')
    .description(
      'Checks a deployment of a photofeed service against the contract, rule by rule. It only reads.',
    )
    .version(packageJson.version)
    .addHelpText('afterAll', `\nDocumentation: ${packageJson.homepage}`)
    .argument('[url]', "the deployment's address, like https://feed.example")
    .addOption(options.account)
    .addOption(options.key)
    .addOption(options.require)
    .addOption(options.header)
    .addOption(options.reporter)
    .addOption(options.only)
    .addOption(options.skip)
    .addOption(options.accept)
    .addOption(options.failOn)
    .addOption(options.maxRequests)
    .addOption(options.concurrency)
    .addOption(options.delay)
    .addOption(options.timeout)
    .addOption(options.config)
    .addOption(new Option('--url <url>', 'of the configuration file').hideHelp())
    .addHelpText('after', exitCodeHelp())
    .addHelpText(
      'after',
      examples(
        ['Check a deployment', 'photofeed-contract https://feed.example --account premium=$KEY'],
        ['Check one section', 'photofeed-contract https://feed.example --only 7.3 --key $KEY'],
        ['Say what a rule checks', 'photofeed-contract explain me-key-missing'],
      ),
    )
    .action(async (argument, given) => {
      const { require, only, skip, accept, maxRequests, concurrency, delay, timeout } = given
      const url = argument ?? given.url
      if (url === undefined)
        throw new ContractError(
          'usage',
          'No address was given. Name the deployment, like photofeed-contract https://feed.example.',
        )
      const key = given.key === undefined ? {} : { [onlyAccount]: given.key }
      const accounts = chosenAccounts({ ...given.account, ...key }, env)
      const targets: Target[] =
        given.reporter.length > 0 ? given.reporter : [{ name: 'pretty', file: null }]
      // Before the check, which takes longer.
      await assertWritable(targets, context)

      const progress = createProgress(url, context)
      const chosen = { skip, ...(only.length > 0 && { only }) }
      const report = await checkContract({
        ...chosen,
        url,
        accounts,
        require,
        accept,
        ...(maxRequests !== undefined && { maxRequests }),
        ...(timeout !== undefined && { timeout }),
        concurrency,
        delay,
        fetch,
        headers: given.header,
        onProgress: progress.show,
      })
        .finally(progress.end)
        .catch(async (error) => {
          const files = targets.filter(({ file }) => file !== null)
          if (error instanceof ContractError && error.kind !== 'usage' && files.length > 0) {
            const report = unreadReport(url, chosenRules(chosen), error)
            const { code: exitCode } = exitCodes[error.kind]
            const verdict = { ...verdictOf(report, given.failOn), exitCode }
            await writeReports(files, { report, verdict }, context)
          }
          throw error
        })

      const verdict = verdictOf(report, given.failOn)
      await writeReports(targets, { report, verdict }, context)
      sayResult(targets, { report, verdict }, context)
      context.end(verdict.exitCode)
    })
}

/** The report if nothing could be checked: tools that read it in CI show why. */
function unreadReport(
  url: string,
  { rules, skipped: skip }: ReturnType<typeof chosenRules>,
  { message: reason }: ContractError,
) {
  const results = rules.map((rule) => skipped(rule, { cause: 'no-response', reason }))
  return reportOf({
    ...{ url, accounts: [], results, requests: 0, milliseconds: 0, leftOut: 0 },
    ...{ skip, accept: {}, require: [], intermediaries: [] },
  })
}

/** The table of exit codes for `--help`, in lines of 80 characters. */
function exitCodeHelp(): string {
  const lines = Object.values(exitCodes).map(({ code, meaning }) => {
    const wrapped = meaning.match(/\S.{0,73}(?= |$)/g) ?? []
    return `  ${String(code).padEnd(4)}${wrapped.join('\n      ')}`
  })
  return ['', 'Exit codes:', ...lines].join('\n')
}

const startOfLine = '\r\u001b[2K'

/** One line that is rewritten in a terminal, and removed at the end; elsewhere the accounts alone. */
function createProgress(url: string, { stderr, say }: CommandContext) {
  if (stderr.isTTY) {
    return {
      show({ done, of, requests }: Progress) {
        stderr.write(
          `${startOfLine}Checking: ${done} of ${count(of, 'rule')}, ${count(requests, 'request')}`,
        )
      },
      end: () => void stderr.write(startOfLine),
    }
  }
  return {
    show({ accounts, done }: Progress) {
      const lines = accounts.map((account) => `  ${account.name}: ${accountSentence(account)}`)
      if (done === 0) say([`Checking ${url}`, ...lines].join('\n'))
    },
    end() {},
  }
}

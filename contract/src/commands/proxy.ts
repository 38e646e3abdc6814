import { createCommand, Option } from '@commander-js/extra-typings'
import { judgeRecorded } from '../har/check-recorded.ts'
import { startProxy } from '../har/proxy.ts'
import type { Recorded } from '../har/recorded.ts'
import { apiPathOf } from '../har/traffic.ts'
import { baseUrl, ContractError } from '../http/contract-error.ts'
import { isViolated } from '../verdict/baseline.ts'
import { accountsOfEnvironment, chosenAccounts } from './accounts.ts'
import { concluded, prepared } from './check.ts'
import type { CommandContext } from './context.ts'
import { options, wholeNumber } from './options.ts'

/** Bodies that are kept, in bytes; the oldest go first. */
const mostBytes = 256 * 2 ** 20

export function proxyCommand(context: CommandContext) {
  return createCommand('proxy')
    .description(
      'stand between a client and a deployment, and judge what passes, until it is interrupted',
    )
    .addOption(
      new Option(
        '--target <url>',
        'the deployment, like https://feed.example',
      ).makeOptionMandatory(),
    )
    .addOption(
      new Option('--port <number>', 'of this machine')
        .default(4600)
        .argParser(wholeNumber(0, 65_535)),
    )
    .addOption(options.account)
    .addOption(options.reporter)
    .addOption(options.only)
    .addOption(options.skip)
    .addOption(options.failOn)
    .addOption(options.baseline)
    .addOption(options.updateBaseline)
    .action(async (given) => {
      const { port, only, skip } = given
      const target = baseUrl(given.target)
      const environment = accountsOfEnvironment(context.env, 'PHOTOFEED_KEY')
      const accounts = chosenAccounts(given.account, environment)
      const choice = { accounts, skip, ...(only.length > 0 && { only }) }
      const setting = await prepared(given, context)
      const started = Date.now()
      const kept: Recorded[] = []
      const known = new Set<string>()
      let bytes = 0
      const proxy = await startProxy({
        ...{ target, port, fetch: context.fetch },
        onResponse(recorded) {
          if (apiPathOf(recorded.url, target) === null) return
          kept.push(recorded)
          bytes += recorded.bytes.byteLength
          while (bytes > mostBytes) bytes -= kept.shift()?.bytes.byteLength ?? 0
          const rules = judgeRecorded(target, [recorded], choice, started)?.rules ?? []
          for (const { id, level, outcome, findings } of rules) {
            if (!isViolated(outcome) || known.has(id)) continue
            known.add(id)
            const [finding] = findings
            context.say(
              `${id} (${level}): ${finding?.at}: expected ${finding?.expected}, got ${finding?.got}`,
            )
          }
        },
      })
      context.say(`Listening on ${proxy.url} for ${target}. Interrupt it for the report.`)
      await context.interrupted()
      await proxy.close()
      const report = judgeRecorded(target, kept, choice, started)
      if (report === null)
        throw new ContractError('undecided', 'Nothing was checked: no response of the API passed.')
      await concluded(report, given, setting, context)
    })
}

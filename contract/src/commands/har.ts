import { resolve } from 'node:path'
import { createCommand, Option } from '@commander-js/extra-typings'
import { checkRecorded } from '../har/check-recorded.ts'
import { accountsOfEnvironment, chosenAccounts } from './accounts.ts'
import { concluded, prepared } from './check.ts'
import type { CommandContext } from './context.ts'
import { options } from './options.ts'

export function harCommand(context: CommandContext) {
  return createCommand('har')
    .description('check recorded traffic, by the rules that need no request of their own')
    .argument('<files...>', 'HAR 1.2 of a browser, or requests and responses as JSON lines')
    .addOption(
      new Option('--url <url>', 'the deployment, if the traffic is with several').default(
        undefined,
        'the only one',
      ),
    )
    .addOption(options.account)
    .addOption(options.reporter)
    .addOption(options.only)
    .addOption(options.skip)
    .addOption(options.failOn)
    .addOption(options.baseline)
    .addOption(options.updateBaseline)
    .action(async (files, given) => {
      const { url, only, skip } = given
      const environment = accountsOfEnvironment(context.env, 'PHOTOFEED_KEY')
      const setting = await prepared(given, context)
      const report = await checkRecorded({
        files: files.map((name) => ({ name, path: resolve(context.cwd, name) })),
        accounts: chosenAccounts(given.account, environment),
        skip,
        ...(url !== undefined && { url }),
        ...(only.length > 0 && { only }),
        onNotice: context.say,
      })
      await concluded(report, given, setting, context)
    })
}

import { Argument, createCommand, Option } from '@commander-js/extra-typings'
import { type PlanName, plans } from '@photofeed/openapi'
import { options } from '../config.ts'
import { print } from './output.ts'

const planNames = Object.keys(plans) as PlanName[]

export const importCommand = createCommand('import')
  .description("store the platform's own answers: an account's profile and pages of its media")
  .addArgument(new Argument('<files...>', 'JSON files; media may lie beside them'))
  .addOption(
    new Option('--username <name>', 'the account that the files belong to').makeOptionMandatory(),
  )
  .addOption(
    new Option('--plan <plan>', "the account's plan").choices(planNames).makeOptionMandatory(),
  )
  .addOption(options.data)
  .addOption(options.database)
  .addOption(options.secret)
  .addOption(options.media)
  .addOption(options.s3Endpoint)
  .addOption(options.s3Region)
  .addOption(options.s3PathStyle)
  .addOption(options.mediaHosts)
  .addOption(options.mediaOrigins)
  .addOption(options.json)
  .action(async (files, settings, command) => {
    const { runImport } = await import('./run-import.ts')
    await runImport(files, settings, (text) => print(command, text))
  })

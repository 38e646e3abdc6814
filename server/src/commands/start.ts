import { Argument, createCommand, Option } from '@commander-js/extra-typings'
import { type PlanName, plans } from '@photofeed/openapi'
import { options } from '../config.ts'
import { print } from './output.ts'

export const startCommand = createCommand('start')
  .description('serve the connected accounts, and keep them up to date')
  .addOption(options.host)
  .addOption(options.port)
  .addOption(options.role)
  .addOption(options.workers)
  .addOption(options.concurrency)
  .addOption(options.data)
  .addOption(options.database)
  .addOption(options.databaseReplica)
  .addOption(options.secret)
  .addOption(options.media)
  .addOption(options.s3Endpoint)
  .addOption(options.s3Region)
  .addOption(options.s3PathStyle)
  .addOption(options.baseUrl)
  .addOption(options.cdnUrl)
  .addOption(options.supportEmail)
  .addOption(options.production)
  .addOption(options.site)
  .addOption(options.json)
  .addOption(options.mediaHosts)
  .addOption(options.mediaOrigins)
  .addOption(options.platformClientId)
  .addOption(options.platformClientSecret)
  .addOption(options.platformAuthorizeUrl)
  .addOption(options.platformTokenUrl)
  .addOption(options.platformGraphUrl)
  .addOption(options.freeAccounts)
  .addOption(options.smtpUrl)
  .addOption(options.mailFrom)
  .addOption(options.purgeUrl)
  .addOption(options.purgeToken)
  .addOption(options.adminPort)
  .addOption(options.adminHost)
  .addOption(options.addressHeader)
  .addOption(options.drain)
  .addOption(options.previousSecret)
  .action(async (config) => {
    const { runStart } = await import('./run-start.ts')
    await runStart(config)
  })

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
